import Concurrency
import Glibc
import Synchronization
internal import System

/// Writes to the terminal on a thread of its own: however slow the terminal is, the main actor never waits
/// for it.
///
/// What is under way is a batch. Whoever makes the next frame only when that is through makes it of what
/// is to be seen by then, and sends nothing that has scrolled away.
nonisolated final class TerminalOutput: Sendable {
  /// How quickly a batch was taken.
  struct Report {
    /// What was written, in bytes.
    var byteCount: Int
    /// How long that took.
    var duration: Duration
    /// How long nothing had been written before.
    var pause: Duration
  }

  private struct State {
    var isBusy = false
    /// What is to be written behind what is under way.
    var rest: [OutputPart] = []
    var report: Report?
    /// All that has been written in batches that are through, in bytes.
    var writtenByteCount = 0
    /// When the last batch was through; nil before the first.
    var end: ContinuousClock.Instant?
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  private let thread = WorkQueue(label: "terminal")
  /// Given when a batch has been written.
  let notice: WakeSignal

  /// Makes an output with nothing to write; nil where too many files are open.
  /// - Parameter descriptor: A terminal, which stays open as long as anything is written.
  init?(descriptor: Int32) {
    guard let notice = WakeSignal() else { return nil }
    self.notice = notice
    self.descriptor = descriptor
  }

  /// Whether a batch is being written.
  var isBusy: Bool { state.withLock(\.isBusy) }

  /// How many bytes have been written, in batches that are through.
  var writtenByteCount: Int { state.withLock(\.writtenByteCount) }

  /// Writes on a thread of its own, behind what is under way; here where the system has no thread to give.
  func append(_ parts: [OutputPart]) {
    let isTaken = state.withLock { state in
      defer { state.isBusy = true }
      if state.isBusy { state.rest += parts }
      return state.isBusy
    }
    if !isTaken, !thread.start({ self.write(parts) }) { write(parts) }
  }

  /// How the last batch went; nil where that has been told or none is through.
  func takeReport() -> Report? {
    notice.takeBack()
    return state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
  }

  /// Returns when the batch that is under way has been written; for the end of a session, or before a
  /// stop.
  func awaitEnd() {
    while isBusy {
      var polled = pollfd(fd: notice.number, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&polled, 1, -1)
      if isBusy { notice.takeBack() }
    }
  }

  private func write(_ parts: [OutputPart]) {
    let clock = ContinuousClock()
    let end = state.withLock(\.end)
    var report = Report(
      byteCount: 0, duration: .zero, pause: end?.duration(to: clock.now) ?? .seconds(3600))
    var next: [OutputPart]? = parts
    while let parts = next {
      for part in parts {
        let bytes = part.bytes
        report.byteCount += bytes.count
        report.duration += clock.measure { send(bytes) }
      }
      next = takeRest(orEndWith: report)
    }
    notice.give()
  }

  /// What has come meanwhile; where that is nothing the batch is over.
  private func takeRest(orEndWith report: Report) -> [OutputPart]? {
    state.withLock { state in
      guard state.rest.isEmpty else {
        defer { state.rest = [] }
        return state.rest
      }
      let written = state.writtenByteCount + report.byteCount
      state = State(report: report, writtenByteCount: written, end: .now)
      return nil
    }
  }

  /// Others may have made the terminal non-blocking, which is one for all who have it open.
  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&polled, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// A piece of a batch.
nonisolated enum OutputPart: Sendable {
  /// Bytes as they are.
  case text([UInt8])
  /// Bytes that take time to make, and are made by the thread that writes them.
  case made(@Sendable () -> [UInt8])

  /// What is written.
  var bytes: [UInt8] {
    switch self {
    case .text(let bytes): bytes
    case .made(let make): make()
    }
  }
}
