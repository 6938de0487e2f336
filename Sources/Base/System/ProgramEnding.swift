internal import CLinux

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

  package static var isAsked: Bool { cl_is_end_postponed() != 0 }
}
