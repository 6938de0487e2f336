internal import Glibc

/// A file of the kernel that tells by POLLPRI when memory is short; closed at the end of its scope.
struct PressureFile: ~Copyable {
  /// What can be polled for POLLPRI.
  let descriptor: Int32

  /// Opens a file of pressure stall information and asks to be told; nil where there is none, or who
  /// asks may not (Linux, Documentation/accounting/psi.rst).
  /// - Parameters:
  ///   - path: `/proc/pressure/memory`, or the like of a control group.
  ///   - trigger: What to be told of: `some 300000 2000000` for stalls of some task of 300 ms in 2 s.
  init?(stallsAt path: String, trigger: String) {
    let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // The kernel takes the last byte for the end of the text.
    let length = trigger.utf8.count + 1
    guard unsafe write(descriptor, trigger, length) == length else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  /// Takes a descriptor over that is open already.
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

  /// What stands in the file now, as far as it fits into a page; reading it lets the kernel tell of
  /// the next change.
  func text() -> String {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return "" }
      return unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }
}

/// A file that tells that memory is short, and what its news mean.
final class WatchedFile {
  private let file: PressureFile
  /// The limits that a control group had met by the last look; nil where all news are of stalls.
  private var limits: LimitEvents?

  /// Takes a file whose every news is of a stall.
  init(stalls file: consuming PressureFile) {
    self.file = file
  }

  /// Takes the events of a control group, of which those count that tell of a limit met.
  init(events file: consuming PressureFile) {
    limits = LimitEvents(file.text())
    self.file = file
  }

  /// What can be polled for POLLPRI.
  var descriptor: Int32 { file.descriptor }
  /// Whether an error means that the kernel will tell no more; with control groups it means news.
  var endsWithError: Bool { limits == nil }

  /// Whether there is news that memory is short; asked when there is any news.
  func tellsOfShortage() -> Bool {
    guard let before = limits else { return true }
    let now = LimitEvents(file.text())
    limits = now
    return now.isMore(than: before)
  }
}

/// How often a control group has met its limits of memory, by its file `memory.events`.
struct LimitEvents: Hashable {
  private let count: Int

  /// Reads the lines that tell of a limit met: `high 3`, `max 0`, `oom 0`.
  init(_ text: String) {
    count = text.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      guard words.count == 2, ["high", "max", "oom"].contains(words[0]) else { return sum }
      return sum + (Int(words[1]) ?? 0)
    }
  }

  /// Whether a limit has been met since an earlier look.
  func isMore(than earlier: LimitEvents) -> Bool { count > earlier.count }
}

/// Where the kernel tells that memory is short.
package struct PressurePaths: Hashable, Sendable {
  /// The file of pressure stall information.
  package let stalls: String
  /// The files of events of the control groups that the process is in, the innermost first.
  package let events: [String]

  /// Takes paths, which need not be there.
  package init(stalls: String, events: [String]) {
    self.stalls = stalls
    self.events = events
  }

  /// Those of this process, by what `/proc/self/cgroup` says; reads that file.
  package static var ofProcess: PressurePaths {
    PressurePaths(
      stalls: "/proc/pressure/memory",
      events: events(ofGroups: PressureFile(eventsAt: "/proc/self/cgroup")?.text() ?? ""))
  }

  /// The files of the groups of the one hierarchy of version 2: a limit that an outer group meets is
  /// told there only.
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
