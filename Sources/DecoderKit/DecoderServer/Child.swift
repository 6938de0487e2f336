import Base
import DecoderProtocol
import Glibc

/// A child that decodes one image, as seen by its parent process.
final class Child {
  private let process: pid_t
  private let ending: Descriptor
  private let reports: Descriptor
  private let threads: ThreadCreationSupervisor?
  private var isWanted = true

  /// Kills the child and returns nil if it cannot be watched; it must not have been waited for.
  ///
  /// `threads` is nil if the child may have no threads.
  init?(process: pid_t, reports: consuming Descriptor, threads: ThreadCreationSupervisor?) {
    guard let ending = Descriptor.ofProcess(process) else {
      let message = EndMessage.notStarted(errno: errno)
      Self.end(process)
      _ = reports.send(message.bytes)
      return nil
    }
    self.process = process
    self.ending = ending
    self.reports = reports
    self.threads = threads
  }

  static let watchedCount = 3

  /// Descriptors to poll: end of the child, cancellation by the client, and thread requests.
  var watched: [Int32] { [ending.number, isWanted ? reports.number : -1, threads?.number ?? -1] }

  func judgeThread() {
    threads?.act(on: process)
  }

  /// Kills the child, whose process ID stays valid until it has been waited for.
  func abandon() {
    isWanted = false
    kill(process, SIGKILL)
  }

  /// Reaps the child after it has ended, and reports how.
  func report() {
    var (status, usage): (Int32, rusage) = (0, rusage())
    while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let message: EndMessage =
      signal == 0
      ? .exited(code: status >> 8 & 0xFF, kilobytes: UInt32(clamping: usage.ru_maxrss))
      : .killed(signal: signal)
    _ = reports.send(message.bytes)
  }

  private static func end(_ process: pid_t) {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }
}
