/// When the frames of an animated photo are due, as times since an arbitrary origin.
///
/// ```swift
/// var schedule = FrameSchedule()
/// schedule.begin(at: now)
/// if schedule.isOver(delay, at: now) { schedule.pass(delay) } else { … }
/// ```
///
/// A late frame does not delay the following ones. Frames whose time is over are skipped; if that
/// does not suffice, the schedule is shifted, so that lag never accumulates.
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

  /// Whether to skip the next frame: its time is over, or too short to show it.
  ///
  /// At most every second late frame is skipped, which relieves the terminal, not the decoder.
  /// `delay` is that of the file.
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
