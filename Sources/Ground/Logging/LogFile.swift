internal import Concurrency
internal import Glibc
internal import Synchronization
internal import System
package import Values

/// A file that entries are appended to, on a thread of its own; callable from any thread, never waits.
///
/// Lines are written whole, at the end of the file, so that several programs may share it.
package final class LogFile: Sendable {
  private struct State {
    /// Lines that are to be written.
    var waiting: [UInt8] = []
    /// How many entries have found no room.
    var lostCount = 0
    /// Whether a thread is at it.
    var isWriting = false
  }

  /// What may wait for a disk that has stopped, in bytes.
  private static let room = 1_000_000

  private let descriptor: Descriptor
  private let idle: WakeSignal
  private let queue: WorkQueue
  private let state = Mutex(State())

  /// Opens a file, which is made for the user alone where there is none; may wait for the disk.
  /// - Throws: What the system says.
  package convenience init(path: ByteString) throws(SystemError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let number = unsafe open(path.bytes.map { CChar(bitPattern: $0) } + [0], flags, 0o600)
    guard number >= 0 else { throw .last }
    // Only to open a pipe without readers is not to wait.
    _ = fcntl(number, F_SETFL, O_APPEND)
    try self.init(taking: Descriptor(taking: number), queue: WorkQueue(label: "log"))
  }

  /// Takes over what is written to.
  /// - Throws: `SystemError` where too many files are open.
  init(taking descriptor: consuming Descriptor, queue: WorkQueue) throws(SystemError) {
    guard let idle = WakeSignal() else { throw SystemError(EMFILE) }
    self.descriptor = descriptor
    self.idle = idle
    self.queue = queue
  }

  /// Has an entry written; where the disk takes nothing any more it is counted and dropped.
  package func append(_ entry: LogEntry) {
    let isIdle = state.withLock { state in
      let line = Array("\(entry)\n".utf8)
      guard state.waiting.count + line.count <= Self.room else {
        state.lostCount += 1
        return false
      }
      if state.lostCount > 0 {
        let words = "\(state.lostCount) entries found no room: the file takes them too slowly"
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
    // Where there is no thread, the next entry tries again.
    if !queue.start({ self.writeAllThatWaits() }) { state.withLock { $0.isWriting = false } }
  }

  /// Waits until everything is written, but not longer than this.
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
      // There is nobody left to tell that this cannot be written.
      _ = writeAll(lines, to: descriptor.number)
    }
  }
}
