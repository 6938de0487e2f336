internal import CLinux
internal import CProcess
internal import Glibc

/// The command line arguments, as passed by the kernel.
///
/// `CommandLine` fails without /proc if a library has moved the environment.
package enum ProcessArguments {
  /// The arguments without the program name; callable from any thread.
  package static var bytes: [[UInt8]] {
    (1..<max(1, cpr_argument_count())).compactMap { index in
      guard let word = unsafe cpr_argument(index) else { return nil }
      return unsafe Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  package static var texts: [String] { bytes.map { String(decoding: $0, as: UTF8.self) } }
}

package enum OwnProgram {
  package static var folder: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    let program = unsafe String(cString: path)
    return program.lastIndex(of: "/").map { String(program[..<$0]) }
  }
}

/// Postpones SIGHUP, SIGTERM and SIGINT to keep related files consistent; callable from any thread.
package enum ProgramEnding {
  /// Runs a body that completes or rolls back before the process ends; it has up to 20 seconds.
  package static func hold<Answer, Failure: Error>(
    during body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    cl_hold_end()
    defer { cl_release_end() }
    return try body()
  }

  /// As `hold`, for a body that waits.
  package nonisolated(nonsending) static func holdAsync<Answer, Failure: Error>(
    during body: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    cl_hold_end()
    defer { cl_release_end() }
    return try await body()
  }

  package static var isAsked: Bool { cl_is_end_postponed() != 0 }

  /// Has the first of these signals wait for `hold` as long as it takes, and a second one end the
  /// process; for programs without a screen.
  package static func handleSignals() {
    for number in [SIGHUP, SIGTERM, SIGINT] {
      _ = signal(number) { number in
        if cl_postpone_end(number) != 0 {
          alarm(0)
        } else {
          _ = signal(number, SIG_DFL)
          raise(number)
        }
      }
    }
  }
}

package enum ThreadSignals {
  /// Makes writes of this thread fail instead, to a closed connection or a file at its size limit.
  package static func block() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
