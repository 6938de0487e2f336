internal import CLinux

/// Puts off the end of the program that a signal asks for (SIGHUP, SIGTERM, SIGINT), so that files which belong together
/// are not parted; callable from any thread.
package enum ProgramEnding {
  /// Does something that is finished, or taken back, before the program ends; it may take 20 seconds.
  package static func hold<Answer, Failure: Error>(
    during body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    cl_hold_end()
    defer { cl_release_end() }
    return try body()
  }

  /// Whether the program is to end as soon as that is possible.
  package static var isAsked: Bool { cl_is_end_postponed() != 0 }
}
