import DecoderMessages
import Descriptors
import Glibc
import Synchronization

/// A decoder that runs: the process that never sees a photo, and makes a child for each picture.
final class DecoderProcess: Sendable {
  /// What is known of a start.
  struct Start: Hashable, Sendable {
    /// The parts of the sandbox that hold.
    let parts: Set<SandboxPart>
    /// From the start of the process to the message that it is ready.
    let duration: Duration
  }

  /// How long a process that is to end may take, before it is killed.
  private static let patience = Duration.seconds(1)

  let process: pid_t
  private let control: SocketPair
  private let launched = ContinuousClock.now
  private let start = Mutex<Start?>(nil)

  /// Starts a program; returns without waiting until it is ready, since requests may be sent at once.
  /// - Returns: Nil where it could not be started.
  init?(_ program: DecoderPrograms.Program) {
    guard var control = SocketPair(.messages),
      let process = ProgramStart.start(program, passing: control.far)
    else { return nil }
    control.closeFar()
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

  /// Waits until the process is ready; blocks.
  /// - Returns: What it said; nil where it ended or said nothing in time.
  func awaitStart(atMost limit: Duration) -> Start? {
    start.withLock { start in
      if let start { return start }
      guard Polling.wait(for: [control.near.number], atMost: limit)[0],
        let message = control.near.receive(atMost: ReadyMessage.byteCount + 1).flatMap(
          ReadyMessage.init)
      else { return nil }
      start = Start(parts: message.parts, duration: launched.duration(to: .now))
      return start
    }
  }
}
