internal import Base
import Glibc
import Synchronization

/// Writes to the terminal on a separate thread, so the main actor never waits for it.
///
/// The next frame is rendered only when a batch is finished, so nothing outdated is sent.
final class TerminalOutput: Sendable {
  struct Report {
    var byteCount: Int
    var duration: Duration
    var pause: Duration
  }

  private struct State {
    var isBusy = false
    var rest: [OutputPart] = []
    var report: Report?
    var writtenByteCount = 0
    var end: ContinuousClock.Instant?
  }

  private let descriptor: Int32
  private let state = Mutex(State())
  private let thread = WorkQueue(label: "terminal")
  let notice: WakeSignal

  /// `descriptor` must stay open while anything is written.
  init?(descriptor: Int32) {
    guard let notice = WakeSignal() else { return nil }
    self.notice = notice
    self.descriptor = descriptor
  }

  var isBusy: Bool { state.withLock(\.isBusy) }

  var writtenByteCount: Int { state.withLock(\.writtenByteCount) }

  /// Writes synchronously if no thread can be started.
  func append(_ parts: [OutputPart]) {
    let isTaken = state.withLock { state in
      defer { state.isBusy = true }
      if state.isBusy { state.rest += parts }
      return state.isBusy
    }
    if !isTaken, !thread.start({ self.write(parts) }) { write(parts) }
  }

  func takeReport() -> Report? {
    notice.takeBack()
    return state.withLock { state in
      defer { state.report = nil }
      return state.report
    }
  }

  /// Blocks until the current batch is written.
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

  /// The terminal may be non-blocking, a flag shared with other processes.
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

enum OutputPart: Sendable {
  case text([UInt8])
  /// Computed on the writing thread.
  case made(@Sendable () -> [UInt8])

  var bytes: [UInt8] {
    switch self {
    case .text(let bytes): bytes
    case .made(let make): make()
    }
  }
}
