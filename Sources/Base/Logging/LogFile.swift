internal import Glibc
internal import Synchronization

/// Appends entries to a file on its own thread; callable from any thread, never blocks.
///
/// Lines are written whole, so that several programs can share the file.
package final class LogFile: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    /// Entries dropped because the buffer was full.
    var lostCount = 0
    var isWriting = false
  }

  private static let room = 1_000_000

  private let descriptor: Descriptor
  private let idle: WakeSignal
  private let queue: WorkQueue
  private let state = Mutex(State())

  /// Opens a file, created for the user only if missing; may block.
  package convenience init(path: ByteString) throws(SystemError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    guard let file = Descriptor(opened: unsafe open(path.cString, flags, 0o600)) else {
      throw .last
    }
    // O_NONBLOCK was only for opening a FIFO without readers.
    _ = fcntl(file.number, F_SETFL, O_APPEND)
    try self.init(taking: file, queue: WorkQueue(label: "log"))
  }

  init(taking descriptor: consuming Descriptor, queue: WorkQueue) throws(SystemError) {
    guard let idle = WakeSignal() else { throw SystemError(EMFILE) }
    self.descriptor = descriptor
    (self.idle, self.queue) = (idle, queue)
  }

  /// Queues an entry; drops and counts it if the buffer is full.
  package func append(_ entry: LogEntry) {
    let isIdle = state.withLock { state in
      let line = Array("\(entry)\n".utf8)
      guard state.waiting.count + line.count <= Self.room else {
        state.lostCount += 1
        return false
      }
      if state.lostCount > 0 {
        let words = "\(state.lostCount) entries lost: the file is too slow"
        let note = LogEntry(time: entry.time, level: .warning, area: .program, message: words)
        state.waiting += Array("\(note)\n".utf8)
        state.lostCount = 0
      }
      state.waiting += line
      guard !state.isWriting else { return false }
      state.isWriting = true
      idle.takeBack()
      return true
    }
    guard isIdle else { return }
    // Without a thread the next entry tries again.
    if !queue.start({ self.writeAllThatWaits() }) { state.withLock { $0.isWriting = false } }
  }

  /// Waits until everything is written, up to a limit.
  package func finish(within limit: Duration = .seconds(1)) {
    guard state.withLock({ $0.isWriting }) else { return }
    _ = Polling.wait(for: [idle.number], atMost: limit)
  }

  private func writeAllThatWaits() {
    while true {
      let lines = state.withLock { state in
        defer { state.waiting = [] }
        state.isWriting = !state.waiting.isEmpty
        if !state.isWriting { idle.give() }
        return state.waiting
      }
      guard !lines.isEmpty else { return }
      // There is no way to report that the log cannot be written.
      _ = writeAll(lines, to: descriptor.number)
    }
  }
}

/// The value of `PHOTOCELL_LOG`: `file` or `file:level`.
package struct LogSetting: Hashable, Sendable {
  package let path: ByteString
  package let level: LogLevel

  package enum Fault: Error, Hashable, Sendable {
    case level(String)
    case noFile
  }

  /// A file name with a colon needs a level; a colon before a slash is part of the path.
  package init(_ text: ByteString) throws(Fault) {
    let bytes = text.bytes
    let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
    let name = colon.map { ByteString(bytes[($0 + 1)...]).lossyText }
    if let colon, let name, !name.contains("/") {
      guard let level = LogLevel(rawValue: name) else { throw .level(name) }
      self.level = level
      path = ByteString(bytes[..<colon])
    } else {
      level = .info
      path = text
    }
    guard !path.bytes.isEmpty else { throw .noFile }
  }
}

extension LogSetting.Fault: CustomStringConvertible {
  package var description: String {
    let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
    return switch self {
    case .level(let name):
      "PHOTOCELL_LOG: unknown level '\(name)'; write FILE or FILE:LEVEL (\(levels))"
    case .noFile: "PHOTOCELL_LOG names no file; write FILE or FILE:LEVEL (\(levels))"
    }
  }
}
