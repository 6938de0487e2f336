import DecoderMessages
import Glibc
import System

/// A child that decodes one picture, as the process that made it knows it.
final class Child {
  private let process: pid_t
  private let ending: Descriptor
  private let reports: Descriptor
  private let threads: ThreadJudge?
  private var isWanted = true

  /// Takes charge of a child that runs; one that cannot be watched is ended, and there is nil.
  /// - Parameters:
  ///   - process: The child, which nobody has waited for.
  ///   - reports: Where is told how it ended.
  ///   - threads: Who decides on its threads; nil where it may have none.
  init?(process: pid_t, reports: consuming Descriptor, threads: ThreadJudge?) {
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

  /// How many descriptors `watched` has.
  static let watchedCount = 3

  /// What can be read when the child has ended, when nobody wants its answer any more, and when it is
  /// about a thread.
  var watched: [Int32] {
    [ending.number, isWanted ? reports.number : -1, threads?.number ?? -1]
  }

  /// Decides on a thread that the child wants to make.
  func judgeThread() {
    threads?.act(on: process)
  }

  /// Ends the child, since nobody wants its answer any more.
  ///
  /// It can be killed by its number, which belongs to it until it has been waited for.
  func abandon() {
    isWanted = false
    kill(process, SIGKILL)
  }

  /// Buries the child, after it has ended, and tells how it did.
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
