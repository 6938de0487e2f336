import Concurrency
import Glibc
import Synchronization
internal import System

/// Writes to the terminal on a thread of its own, one batch at a time: however slow the terminal is, the
/// main actor never waits for it.
///
/// While a batch is being written no other is taken: the next one is made when this one is through, of
/// what is to be seen by then. So nothing is sent that has scrolled away.
nonisolated final class TerminalOutput: Sendable {
  /// How quickly a batch was taken.
  struct Report {
    /// What was written, in bytes.
    let byteCount: Int
    /// How long that took.
    let duration: Duration
  }

  private struct State {
    var isBusy = false
    /// What is to be written after the batch that is under way.
    var rest: [UInt8] = []
    var report: Report?
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

  /// Writes a batch, on a thread of its own, or here where the system has none to give.
  ///
  /// No other may be under way.
  func submit(_ parts: [OutputPart]) {
    state.withLock { $0.isBusy = true }
    if !thread.start({ self.write(parts) }) { write(parts) }
  }

  /// Writes bytes that are no frame: at once, or behind the batch that is under way.
  func append(_ bytes: [UInt8]) {
    let isTaken = state.withLock { state in
      guard state.isBusy else { return false }
      state.rest += bytes
      return true
    }
    if !isTaken { submit([.text(bytes)]) }
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
    var (byteCount, duration) = (0, Duration.zero)
    for part in parts {
      let bytes = part.bytes
      byteCount += bytes.count
      duration += clock.measure { send(bytes) }
    }
    while let rest = takeRest(orEndWith: Report(byteCount: byteCount, duration: duration)) {
      send(rest)
    }
    notice.give()
  }

  /// What has come meanwhile; where that is nothing the batch is over.
  private func takeRest(orEndWith report: Report) -> [UInt8]? {
    state.withLock { state in
      guard state.rest.isEmpty else {
        defer { state.rest = [] }
        return state.rest
      }
      state = State(report: report)
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
