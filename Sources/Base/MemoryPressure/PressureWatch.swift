internal import CProcess
internal import Glibc

/// Reports memory pressure for its lifetime.
///
/// One thread blocks in the kernel; nothing wakes while there is enough memory. If the kernel does
/// not report pressure, or not to this user, the thread ends immediately.
package final class PressureWatch: Sendable {
  private let end = WakeSignal()
  private let threads = WorkQueue(label: "pressure")

  /// 15 % stalls within two seconds; other window lengths require root.
  private static let trigger = "some 300000 2000000"

  /// Opens files and calls `onShortage` on its own thread, for stalls at most every two seconds.
  package convenience init(
    paths: @escaping @Sendable () -> PressurePaths, onShortage: @escaping @Sendable () -> Void
  ) {
    self.init(
      files: {
        let paths = paths()
        let stalls = PressureFile(stallsAt: paths.stalls, trigger: Self.trigger)
        return [stalls].compactMap(\.self) + paths.events.compactMap(PressureFile.init(eventsAt:))
      }, onShortage: onShortage)
  }

  init(
    files: @escaping @Sendable () -> [PressureFile], onShortage: @escaping @Sendable () -> Void
  ) {
    threads.start { [end] in Self.watch(files(), until: end, onShortage) }
  }

  deinit {
    end?.give()
  }

  private static func watch(
    _ files: [PressureFile], until end: WakeSignal?, _ onShortage: () -> Void
  ) {
    guard !files.isEmpty, let end else { return }
    var polled = files.map { pollfd(fd: $0.descriptor, events: Int16(POLLPRI), revents: 0) }
    polled.append(pollfd(fd: end.number, events: Int16(POLLIN), revents: 0))
    while wait(for: &polled) {
      var isShort = false
      for (place, file) in files.enumerated() where polled[place].revents != 0 {
        if polled[place].revents & Int16(POLLERR) != 0, file.endsWithError {
          // A trigger revoked by the kernel would be ready at every poll.
          polled[place].fd = -1
        } else if file.tellsOfShortage() {
          isShort = true
        }
      }
      if isShort { onShortage() }
    }
  }

  private static func wait(for polled: inout [pollfd]) -> Bool {
    var count: Int32
    repeat {
      count = unsafe poll(&polled, nfds_t(polled.count), -1)
    } while count < 0 && errno == EINTR
    return count > 0 && polled.last?.revents == 0
  }
}

/// A kernel file that reports memory pressure by POLLPRI.
final class PressureFile {
  private let file: Descriptor
  /// How often a control group has hit its limits, at the last read; nil if all events are stalls.
  private var limitCount: Int?

  /// Registers a trigger for pressure stall information (Linux, Documentation/accounting/psi.rst).
  ///
  /// `path` is `/proc/pressure/memory` or that of a control group. `some 300000 2000000` triggers
  /// when some task stalls for 300 ms in 2 s. Nil if the file is missing or access is denied.
  init?(stallsAt path: String, trigger: String) {
    let number = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    file = Descriptor(taking: number)
    // The kernel replaces the last byte by a NUL.
    let length = trigger.utf8.count + 1
    guard unsafe write(number, trigger, length) == length else { return nil }
  }

  init(stallsOf number: Int32) {
    file = Descriptor(taking: number)
  }

  /// Opens the events of a control group (Linux, Documentation/admin-guide/cgroup-v2.rst).
  ///
  /// Only events that exceed a limit count.
  init?(eventsAt path: String) {
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    file = Descriptor(taking: number)
    limitCount = Self.limitCount(in: text())
  }

  var descriptor: Int32 { file.number }
  /// Whether POLLERR means that no more events follow; for control groups it is an event.
  var endsWithError: Bool { limitCount == nil }

  /// Must be called once per event.
  func tellsOfShortage() -> Bool {
    guard let before = limitCount else { return true }
    let now = Self.limitCount(in: text())
    limitCount = now
    return now > before
  }

  /// The content, up to a page; reading rearms the notification.
  fileprivate func text() -> String {
    var bytes: [UInt8] = []
    _ = file.read(4096, at: 0, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The sum of the lines `high 3`, `max 0` and `oom 0` of `memory.events`.
  static func limitCount(in text: String) -> Int {
    text.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      guard words.count == 2, ["high", "max", "oom"].contains(words[0]) else { return sum }
      return sum + (Int(words[1]) ?? 0)
    }
  }
}

package struct PressurePaths: Hashable, Sendable {
  package let stalls: String
  /// Events of the process's control groups, the innermost first.
  package let events: [String]

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

package enum LargeBlocks {
  /// Sizes of screen images, not of tiles.
  private static let size = 1 << 20

  /// Makes large blocks return to the kernel when they are freed; callable from any thread.
  ///
  /// Otherwise the C library keeps blocks of up to 32 MB once a block of that size has been freed,
  /// and any allocation in between prevents their release.
  package static func giveBackWhenFreed() {
    cpr_map_blocks(size)
  }
}
