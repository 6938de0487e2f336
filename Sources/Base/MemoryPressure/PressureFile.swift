internal import Glibc

/// A kernel file that reports memory pressure by POLLPRI.
struct PressureFile: ~Copyable {
  let descriptor: Int32

  /// Registers a trigger for pressure stall information (Linux, Documentation/accounting/psi.rst).
  ///
  /// `path` is `/proc/pressure/memory` or that of a control group. `some 300000 2000000` triggers
  /// when some task stalls for 300 ms in 2 s. Nil if the file is missing or access is denied.
  init?(stallsAt path: String, trigger: String) {
    let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // The kernel replaces the last byte by a NUL.
    let length = trigger.utf8.count + 1
    guard unsafe write(descriptor, trigger, length) == length else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Opens the events of a control group (Linux, Documentation/admin-guide/cgroup-v2.rst).
  init?(eventsAt path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The content, up to a page; reading rearms the notification.
  func text() -> String {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return "" }
      return unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }
}

/// A file that reports memory pressure, and the interpretation of its events.
final class WatchedFile {
  private let file: PressureFile
  /// The counters at the last read; nil if all events are stalls.
  private var limits: LimitEvents?

  init(stalls file: consuming PressureFile) {
    self.file = file
  }

  /// Only events that exceed a limit count.
  init(events file: consuming PressureFile) {
    limits = LimitEvents(file.text())
    self.file = file
  }

  var descriptor: Int32 { file.descriptor }
  /// Whether POLLERR means that no more events follow; for control groups it is an event.
  var endsWithError: Bool { limits == nil }

  /// Must be called once per event.
  func tellsOfShortage() -> Bool {
    guard let before = limits else { return true }
    let now = LimitEvents(file.text())
    limits = now
    return now.isMore(than: before)
  }
}

/// How often a control group has hit its memory limits, from `memory.events`.
struct LimitEvents: Hashable {
  private let count: Int

  /// Counts the lines `high 3`, `max 0` and `oom 0`.
  init(_ text: String) {
    count = text.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      guard words.count == 2, ["high", "max", "oom"].contains(words[0]) else { return sum }
      return sum + (Int(words[1]) ?? 0)
    }
  }

  func isMore(than earlier: LimitEvents) -> Bool { count > earlier.count }
}

package struct PressurePaths: Hashable, Sendable {
  package let stalls: String
  /// Events of the process's control groups, the innermost first.
  package let events: [String]

  /// Reads `/proc/self/cgroup`.
  package static var ofProcess: PressurePaths {
    PressurePaths(
      stalls: "/proc/pressure/memory",
      events: events(ofGroups: PressureFile(eventsAt: "/proc/self/cgroup")?.text() ?? ""))
  }

  /// Groups of the version 2 hierarchy; a limit of an outer group is reported only there.
  static func events(ofGroups text: String) -> [String] {
    let line = text.split(separator: "\n").first { $0.hasPrefix("0::/") }
    guard var group = line?.dropFirst(3) else { return [] }
    var files: [String] = []
    while let slash = group.lastIndex(of: "/"), group.count > 1 {
      files.append("/sys/fs/cgroup\(group)/memory.events")
      group = group[..<slash]
    }
    return files
  }
}
