import Glibc

/// The end of the time that something may take, on a machine that does much else.
///
/// Nobody tells the tests what a terminal shows, or that a program has ended that is no child of theirs:
/// they look again and again, and sleep between.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) {
    end = .now + duration
  }

  /// The milliseconds that are left, at least zero.
  var millisecondsLeft: Int32 {
    Int32(max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1)))
  }

  /// Gives the machine to others for a moment, and tells whether there is time for another look.
  func allowsAnotherLook() -> Bool {
    poll(nil, 0, min(15, millisecondsLeft))
    return millisecondsLeft > 0
  }
}
