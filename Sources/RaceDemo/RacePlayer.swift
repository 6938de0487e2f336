import Photos

/// Pauses at the first stale response or on request.
@MainActor
struct RacePlayer {
  private(set) var race: Race
  private(set) var delivery = DeliveryPolicy.currentGeneration
  /// Power of two of real time; negative is slower.
  private var speedExponent = -2
  private(set) var isPlaying: Bool
  private(set) var slide: RaceSlide?
  /// Without, the story advances only by key and grids do not animate.
  let allowsMotion: Bool
  private var pictures: NumberedPictures
  private var hasStopped = false
  /// What happened to the race, to be repeated with other pictures or another delivery policy.
  private var changes: [@MainActor (Race) -> Void] = []

  /// To skip idle parts.
  private static let maxWait = Duration.milliseconds(1500)

  init(story: RaceStory, pictures: NumberedPictures, allowsMotion: Bool = true) {
    (self.allowsMotion, self.pictures) = (allowsMotion, pictures)
    isPlaying = allowsMotion
    race = Race(story: story, pictures: pictures, delivery: delivery)
  }

  var isAtEnd: Bool { race.nextTime == nil }

  var explained: LateAnswer? { isPlaying ? nil : race.lateAnswer }

  var state: String { isAtEnd ? "at its end" : isPlaying ? "running" : "stopped" }

  /// The time until the next event or animation frame; nil while paused.
  var wait: Duration? {
    if slide != nil { return RaceSlide.interval }
    guard isPlaying, let next = race.nextTime else { return nil }
    let span = next - race.now
    return min(
      Self.maxWait,
      speedExponent < 0 ? span * (1 << -speedExponent) : span / (1 << speedExponent))
  }

  var speed: String { speedExponent < 0 ? "1/\(1 << -speedExponent)" : "\(1 << speedExponent)" }

  mutating func wake() {
    if slide != nil {
      slide?.step += 1
      if slide?.isOver == true { slide = nil }
    } else if isPlaying {
      change { $0.advance() }
      guard race.lateAnswer != nil, !hasStopped else { return }
      hasStopped = true
      isPlaying = false
    }
  }

  mutating func stopOrGo() { isPlaying = allowsMotion && !isPlaying }

  mutating func step() {
    isPlaying = false
    change { $0.advance() }
    hasStopped = hasStopped || race.lateAnswer != nil
  }

  /// Each step doubles the speed.
  mutating func changeSpeed(by step: Int) { speedExponent = min(max(-5, speedExponent + step), 4) }

  mutating func scroll(byRows rows: Int) {
    change { $0.scroll(byRows: rows) }
  }

  mutating func toggleFix() {
    delivery = delivery == .everything ? .currentGeneration : .everything
    repeatChanges()
  }

  mutating func use(_ pictures: NumberedPictures) {
    self.pictures = pictures
    repeatChanges()
  }

  /// Starts the story of a seed; keeps the setting of the fix.
  mutating func begin(seed: UInt64) {
    changes = []
    restart(RaceStory(seed: seed, latency: race.story.latency))
    isPlaying = allowsMotion
    hasStopped = false
  }

  private mutating func change(_ change: @escaping @MainActor (Race) -> Void) {
    let row = race.firstRow
    let grids = RaceSideName.allCases.map { ($0, race.grid($0)) }
    changes.append(change)
    change(race)
    // A scroll animation must not delay the story.
    guard allowsMotion, race.firstRow != row, speedExponent < 1 else { return slide = nil }
    slide = RaceSlide(
      before: Dictionary(uniqueKeysWithValues: grids),
      rows: min(max(race.firstRow - row, -Race.rows), Race.rows),
      stepCount: speedExponent < -1 ? 8 : 4)
  }

  private mutating func repeatChanges() {
    restart(race.story)
    for change in changes { change(race) }
  }

  private mutating func restart(_ story: RaceStory) {
    slide = nil
    race = Race(story: story, pictures: pictures, delivery: delivery)
  }
}

struct RaceSlide {
  let before: [RaceSideName: [RaceCellState]]
  /// In rows of cells, downward positive; at most the visible rows.
  let rows: Int
  let stepCount: Int
  /// Frames shown so far, including the first.
  var step = 1

  /// Per frame, in real time.
  static let interval = Duration.milliseconds(40)

  var isOver: Bool { step >= stepCount }

  /// With `lines` per row of cells.
  func offset(lines: Int) -> Int { rows * lines * step / stepCount }

  /// Whether the cell is visible before and after.
  func keeps(_ place: Int) -> Bool { (0..<Race.rows).contains(place / Race.columns - rows) }
}
