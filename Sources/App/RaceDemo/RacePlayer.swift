import Grid

/// A run that goes on by itself, until it stops at the first late answer or the user stops it.
@MainActor
struct RacePlayer {
  private(set) var run: RaceRun
  private(set) var speed = RaceSpeed()
  private(set) var isPlaying: Bool
  /// The scroll that is on its way, if one is.
  private(set) var slide: RaceSlide?
  /// Whether a late answer has stopped this story.
  private var hasStopped = false
  /// Whether the story may go on by itself, and grids slide where they are scrolled.
  let allowsMotion: Bool

  init(story: RaceStory, pictures: NumberedPictures, allowsMotion: Bool = true) {
    self.allowsMotion = allowsMotion
    isPlaying = allowsMotion
    run = RaceRun(story: story, pictures: pictures)
  }

  /// Whether the story is told.
  var isAtEnd: Bool { run.race.nextTime == nil }

  /// The late answer to be explained: the one at which the story stands.
  var explained: LateAnswer? { isPlaying ? nil : run.race.lateAnswer }

  /// What the story does now, in words.
  var state: String { isAtEnd ? "at its end" : isPlaying ? "running" : "stopped" }

  /// How long it takes until something happens; nil where nothing does by itself.
  var wait: Duration? {
    if slide != nil { return RaceSlide.interval }
    guard isPlaying, let next = run.race.nextTime else { return nil }
    return speed.wait(for: next - run.race.now)
  }

  /// Lets a scroll go on, or the next event happen when its time has come.
  mutating func wake() {
    if let slide {
      self.slide = slide.next
    } else if isPlaying {
      advance()
      guard run.race.lateAnswer != nil, !hasStopped else { return }
      hasStopped = true
      isPlaying = false
    }
  }

  /// Stops or goes on, where anything may go on by itself.
  mutating func stopOrGo() { isPlaying = allowsMotion && !isPlaying }

  /// Stops, and lets one event happen.
  mutating func step() {
    isPlaying = false
    advance()
    hasStopped = hasStopped || run.race.lateAnswer != nil
  }

  mutating func changeSpeed(by step: Int) { speed.change(by: step) }

  /// Scrolls both grids by hand.
  mutating func scroll(byRows rows: Int) {
    showWay { $0.scroll(byRows: rows) }
  }

  /// Switches the check of the right side off or on.
  mutating func toggleFix() {
    slide = nil
    run.toggleFix()
  }

  /// Goes on with other pictures.
  mutating func use(_ pictures: NumberedPictures) {
    slide = nil
    run.use(pictures)
  }

  /// Begins the story of a seed.
  mutating func begin(seed: UInt64) {
    slide = nil
    run.begin(RaceStory(seed: seed, latency: run.race.story.latency))
    isPlaying = allowsMotion
    hasStopped = false
  }

  private mutating func advance() {
    showWay { $0.advance() }
  }

  /// Lets something happen; where both grids are scrolled by it, one sees them move.
  private mutating func showWay(_ change: (inout RaceRun) -> Void) {
    let row = run.race.firstRow
    let grids = RaceSideName.allCases.map { ($0, run.race.grid($0)) }
    change(&run)
    guard allowsMotion else { return }
    slide = RaceSlide(
      from: Dictionary(uniqueKeysWithValues: grids), byRows: run.race.firstRow - row,
      stepCount: speed.slideSteps)
  }
}
