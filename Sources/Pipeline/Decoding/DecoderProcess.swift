import DecoderMessages
import Glibc
import Synchronization
import System

/// A decoder that runs: the process that never sees a photo, and makes a child for each picture.
final class DecoderProcess: Sendable {
  /// What is known of a start.
  struct Start: Hashable, Sendable {
    /// The parts of the sandbox that hold.
    let parts: Set<SandboxPart>
    /// From the start of the process to the message that it is ready.
    let duration: Duration
  }

  /// What came of waiting for a start.
  enum StartOutcome: Hashable, Sendable {
    /// It is ready.
    case ready(Start)
    /// It has ended, or said what no decoder says.
    case ended
    /// It said nothing in time.
    case silent
    /// Nobody waits any more.
    case interrupted
  }

  /// How long a process that is to end may take, before it is killed.
  private static let patience = Duration.seconds(1)

  let process: pid_t
  private let control: SocketPair
  private let launched = ContinuousClock.now
  private let limit: Duration
  private let start = Mutex<Start?>(nil)

  /// Starts a program, and returns without waiting until it is ready; nil where it cannot be started.
  /// - Parameters:
  ///   - program: What to start.
  ///   - limit: How long it may take to be ready.
  init?(_ program: DecoderPrograms.Program, limit: Duration) {
    guard var control = SocketPair(.messages),
      let process = ProgramStart.start(program, passing: control.far)
    else { return nil }
    control.closeFar()
    self.limit = limit
    self.control = control
    self.process = process
  }

  deinit {
    // The end of its socket is what a decoder ends at.
    control.endSending()
    if let ending = Descriptor.ofProcess(process) {
      _ = Polling.wait(for: [ending.number], atMost: Self.patience)
    }
    kill()
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Ends the process at once, and its children with it.
  func kill() {
    Glibc.kill(process, SIGKILL)
  }

  /// Sends a request; false where the process has gone.
  func send(_ request: RequestMessage, file: Int32, answer: Int32, reports: Int32) -> Bool {
    control.near.send(request.bytes, with: [file, answer, reports])
  }

  /// Sends a request for metadata; false where the process has gone.
  func send(_ request: MetadataRequest, files: [Int32], answers: Int32, reports: Int32) -> Bool {
    control.near.send(request.bytes, with: [answers, reports] + files)
  }

  /// Sends a request for frames; false where the process has gone.
  func send(_ request: FramesRequest, file: Int32, answer: Int32, reports: Int32) -> Bool {
    control.near.send(request.bytes, with: [file, answer, reports])
  }

  /// Waits until the process is ready, but not longer than it may take; blocks.
  /// - Parameter interruption: A descriptor at which waiting ends when it can be read; -1 for none.
  /// - Returns: What came of it; the same for all who wait.
  func awaitStart(unless interruption: Int32 = -1) -> StartOutcome {
    var deadline = Deadline(in: limit)
    while true {
      if let start = start.withLock({ $0 }) { return .ready(start) }
      let isReadable = Polling.wait(
        for: [control.near.number, interruption], atMost: deadline.left())
      if isReadable[0] { return hear() }
      if isReadable[1] { return .interrupted }
      if deadline.isOver() { return .silent }
    }
  }

  /// Reads what the process has said.
  ///
  /// It stays in the socket, for others that wait for it.
  private func hear() -> StartOutcome {
    var bytes = [UInt8](repeating: 0, count: ReadyMessage.byteCount + 1)
    let count = unsafe recv(
      control.near.number, &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT))
    guard count > 0, let message = ReadyMessage(parsing: Array(bytes.prefix(count))) else {
      return .ended
    }
    let new = Start(parts: message.parts, duration: launched.duration(to: .now))
    return .ready(
      start.withLock { start in
        let first = start ?? new
        start = first
        return first
      })
  }
}
