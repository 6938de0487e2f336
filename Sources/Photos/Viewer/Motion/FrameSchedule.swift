/// When the frames of a moving picture are due, in times since some moment.
///
///     var schedule = FrameSchedule()
///     schedule.begin(at: now)
///     if schedule.isOver(delay, at: now) { schedule.pass(delay) } else { wait(schedule.wait(at: now)) … }
///
/// What comes late does not move what follows. Frames whose time is over are passed over, and where that
/// does not suffice the time lost is lost: it never falls further and further behind.
struct FrameSchedule: Hashable {
  /// Nothing is shown more often than this, however quickly it is played.
  static let shortest = Duration.milliseconds(20)
  /// Nothing that comes is passed over where nothing has been shown for so long.
  static let longestPassing = Duration.milliseconds(100)

  private(set) var speed = PlaySpeed.normal
  /// When the next frame is due.
  private var due = Duration.zero
  /// When the last one was shown; nil since it began.
  private var shownAt: Duration?
  /// Whether a frame has been passed over since then.
  private var hasPassed = false

  /// Lets the next frame be due at once, whenever it comes.
  mutating func begin(at now: Duration) {
    due = now
    shownAt = nil
  }

  /// Plays at another speed, what is left of the time of the frame that is shown included.
  mutating func change(to speed: PlaySpeed, at now: Duration) {
    let left = max(.zero, due - now)
    // Brought back to the file's own time by the old speed, and from there to the new one.
    let share = speed.scaled(.seconds(8)) / self.speed.scaled(.seconds(8))
    due = now + left * share
    self.speed = speed
  }

  /// How long it is until the next frame is due.
  func wait(at now: Duration) -> Duration {
    max(.zero, max(due, shownAt.map { $0 + Self.shortest } ?? due) - now)
  }

  /// Whether the time of the next frame is over, or too little to show it, so that the one after it is wanted.
  ///
  /// Of frames that come too late every second one at most is passed over: that spares the terminal, and not
  /// the decoder.
  /// - Parameters:
  ///   - delay: How long its file says that it is to be seen.
  ///   - now: The present time.
  /// - Returns: Whether it is passed over.
  func isOver(_ delay: Duration, at now: Duration) -> Bool {
    guard let shownAt else { return false }
    let end = due + speed.scaled(delay)
    return end <= shownAt + Self.shortest
      || end <= now && !hasPassed && now < shownAt + Self.longestPassing
  }

  /// Passes a frame over.
  mutating func pass(_ delay: Duration) {
    hasPassed = true
    due += speed.scaled(delay)
  }

  /// Shows a frame.
  mutating func show(_ delay: Duration, at now: Duration) {
    if shownAt == nil || due + speed.scaled(delay) < now { due = now }
    due += speed.scaled(delay)
    (shownAt, hasPassed) = (now, false)
  }
}
