/// Plays a run, pausing at its first stale response or on request.
@MainActor
struct RacePlayer {
  private(set) var run: RaceRun
  private(set) var speed = RaceSpeed()
  private(set) var isPlaying: Bool
  private(set) var slide: RaceSlide?
  private var hasStopped = false
  /// Without, the story advances only by key and grids do not animate.
  let allowsMotion: Bool

  init(story: RaceStory, pictures: NumberedPictures, allowsMotion: Bool = true) {
    self.allowsMotion = allowsMotion
    isPlaying = allowsMotion
    run = RaceRun(story: story, pictures: pictures)
  }

  var isAtEnd: Bool { run.race.nextTime == nil }

  /// The stale response to explain while paused.
  var explained: LateAnswer? { isPlaying ? nil : run.race.lateAnswer }

  var state: String { isAtEnd ? "at its end" : isPlaying ? "running" : "stopped" }

  /// The time until the next event or animation frame; nil while paused.
  var wait: Duration? {
    if slide != nil { return RaceSlide.interval }
    guard isPlaying, let next = run.race.nextTime else { return nil }
    return speed.wait(for: next - run.race.now)
  }

  /// Advances the animation, or else the story.
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

  mutating func stopOrGo() { isPlaying = allowsMotion && !isPlaying }

  mutating func step() {
    isPlaying = false
    advance()
    hasStopped = hasStopped || run.race.lateAnswer != nil
  }

  mutating func changeSpeed(by step: Int) { speed.change(by: step) }

  mutating func scroll(byRows rows: Int) {
    showWay { $0.scroll(byRows: rows) }
  }

  mutating func toggleFix() {
    slide = nil
    run.toggleFix()
  }

  mutating func use(_ pictures: NumberedPictures) {
    slide = nil
    run.use(pictures)
  }

  mutating func begin(seed: UInt64) {
    slide = nil
    run.begin(RaceStory(seed: seed, latency: run.race.story.latency))
    isPlaying = allowsMotion
    hasStopped = false
  }

  private mutating func advance() {
    showWay { $0.advance() }
  }

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
