internal import Base
import CLinux
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
      _ = Polling.wait(for: [notice.number])
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
        _ = Polling.wait(for: [], toWrite: descriptor)
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

/// The descriptor ncurses writes to: a memory file for frames, the terminal while modes are set.
///
/// ncurses writes with blocking calls on the rendering thread, the terminal is written by another.
struct FrameSink: ~Copyable {
  private let terminal: Int32
  private let memory: Descriptor
  private let sink: Descriptor

  init?(terminal: Int32) {
    guard let memory = Descriptor(opened: cl_memory_file()),
      let sink = Descriptor(opened: fcntl(terminal, F_DUPFD_CLOEXEC, 3))
    else { return nil }
    self.terminal = terminal
    self.memory = memory
    self.sink = sink
  }

  var number: Int32 { sink.number }

  func capture() {
    redirect(to: memory.number)
  }

  /// Nothing else may write to the terminal while `body` runs.
  func withTerminal(_ body: () -> Void) {
    redirect(to: terminal)
    body()
    capture()
  }

  func take() -> [UInt8] {
    let count = Int(lseek(memory.number, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = unsafe max(0, pread(memory.number, buffer.baseAddress, count, 0))
    }
    lseek(memory.number, 0, SEEK_SET)
    return bytes
  }

  /// Fails only if the kernel is out of memory, and then changes nothing.
  private func redirect(to target: Int32) {
    _ = cl_replace(sink.number, target)
  }
}
