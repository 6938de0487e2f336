/// Whether a node is asked: after three failures in a row it is left alone for a while, and then asked
/// once, until it has answered.
///
/// Moments are times since one that is always the same.
package struct TierBreaker: Hashable, Sendable {
  /// After so many failures in a row it is left alone.
  package static let failureLimit = 3
  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(60)

  private(set) var failureCount = 0
  private var openUntil = Duration.zero
  private var isProbing = false

  /// Makes one of a node that nobody has asked yet.
  package init() {}

  /// Whether it has been given up for now.
  var isOpen: Bool { failureCount >= Self.failureLimit }

  /// Whether nobody may ask it at a moment.
  func rests(at now: Duration) -> Bool {
    isOpen && (isProbing || now < openUntil)
  }

  /// Whether a node may be asked; where it is given up, whoever is told so is the one who tries.
  package mutating func admits(at now: Duration) -> Bool {
    guard !rests(at: now) else { return false }
    isProbing = isOpen
    return true
  }

  /// The node has answered.
  package mutating func noteAnswer() {
    self = TierBreaker()
  }

  /// The node has failed.
  /// - Parameters:
  ///   - now: The moment.
  ///   - jitter: From 0 to 1: machines that have failed together do not come back together.
  package mutating func noteFailure(at now: Duration, jitter: Double) {
    failureCount += 1
    isProbing = false
    guard isOpen else { return }
    let pause = min(
      Self.firstPause * (1 << min(failureCount - Self.failureLimit, 6)), Self.longestPause)
    openUntil = now + pause * (0.75 + jitter / 2)
  }
}
