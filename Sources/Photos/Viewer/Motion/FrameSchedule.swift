/// When the frames of an animated photo are due, as times since an arbitrary origin. A late frame
/// does not delay the following ones. Frames whose time is over are skipped; if that does not
/// suffice, the schedule is shifted, so that lag never accumulates.
struct FrameSchedule: Hashable {
  /// Minimum time between frames, at any speed.
  static let shortest = Duration.milliseconds(20)
  /// No frame is skipped if the screen has not changed for this long.
  static let longestPassing = Duration.milliseconds(100)

  private(set) var speed = PlaySpeed.normal
  private var due = Duration.zero
  /// When the last frame was shown; nil since `begin`.
  private var shownAt: Duration?
  private var hasPassed = false

  /// Makes the next frame due at once, whenever it arrives.
  mutating func begin(at now: Duration) {
    due = now
    shownAt = nil
  }

  /// Also scales the remaining time of the current frame.
  mutating func change(to speed: PlaySpeed, at now: Duration) {
    let left = max(.zero, due - now)
    // Undo the old speed, and apply the new one.
    let share = speed.scaled(.seconds(8)) / self.speed.scaled(.seconds(8))
    due = now + left * share
    self.speed = speed
  }

  func wait(at now: Duration) -> Duration {
    max(.zero, max(due, shownAt.map { $0 + Self.shortest } ?? due) - now)
  }

  /// Whether to skip the next frame: its time is over, or too short to show it. At most every
  /// second late frame is skipped, which relieves the terminal, not the decoder. `delay` is the
  /// file's.
  func isOver(_ delay: Duration, at now: Duration) -> Bool {
    guard let shownAt else { return false }
    let end = due + speed.scaled(delay)
    return end <= shownAt + Self.shortest
      || end <= now && !hasPassed && now < shownAt + Self.longestPassing
  }

  mutating func pass(_ delay: Duration) {
    hasPassed = true
    due += speed.scaled(delay)
  }

  mutating func show(_ delay: Duration, at now: Duration) {
    if shownAt == nil || due + speed.scaled(delay) < now { due = now }
    due += speed.scaled(delay)
    (shownAt, hasPassed) = (now, false)
  }
}

/// 1/8 to 8 times the file's speed, in powers of two.
package struct PlaySpeed: Hashable, Sendable {
  package static let normal = PlaySpeed(exponent: 0)

  private static let exponents = -3...3

  private let exponent: Int

  private init(exponent: Int) {
    self.exponent = min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound)
  }

  package func stepped(by count: Int) -> PlaySpeed {
    PlaySpeed(exponent: exponent + min(max(-8, count), 8))
  }

  func scaled(_ duration: Duration) -> Duration {
    exponent >= 0 ? duration / (1 << exponent) : duration * (1 << -exponent)
  }
}

extension PlaySpeed: CustomStringConvertible {
  package var description: String {
    exponent >= 0 ? "\(1 << exponent)x" : "1/\(1 << -exponent)x"
  }
}
