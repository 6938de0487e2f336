import Glibc

/// The end of the time that an operation may take on a busy machine.
///
/// Tests are not notified of a terminal's content, nor of the end of a process that is not their
/// child: they poll, and sleep in between.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) {
    end = .now + duration
  }

  /// The milliseconds that are left, at least zero.
  var millisecondsLeft: Int32 {
    Int32(max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1)))
  }

  /// Sleeps for a moment and returns whether there is time to poll again.
  func allowsAnotherLook() -> Bool {
    poll(nil, 0, min(15, millisecondsLeft))
    return millisecondsLeft > 0
  }
}
