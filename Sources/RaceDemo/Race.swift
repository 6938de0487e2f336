import Photos

/// `advance` completes an event synchronously, so nothing depends on the machine.
@MainActor
final class Race {
  let story: RaceStory
  let left, right: RaceSide
  private(set) var now = Duration.zero
  private(set) var kind = RaceKind.reused
  private(set) var loads: [RaceLoad] = []
  private(set) var lateAnswer: LateAnswer?
  private(set) var firstRow = 0

  nonisolated static let columns = 2
  nonisolated static let rows = 2
  nonisolated static let cellCount = columns * rows
  private nonisolated static let lastRow = (RaceStory.photoCount + columns - 1) / columns - rows

  private var steps: ArraySlice<RaceStep>
  private var answers: [PendingAnswer] = []
  /// The index in `loads` of each cell's last load, the only one that is not stale.
  private var currentLoads: [Int?] = Array(repeating: nil, count: cellCount)

  private struct PendingAnswer {
    let time: Duration
    let load: Int
    let leftPath, rightPath: AnswerPath
  }

  init(story: RaceStory, pictures: NumberedPictures, delivery: DeliveryPolicy) {
    self.story = story
    steps = story.steps[...]
    left = RaceSide(pictures: pictures) { NaiveCell(onChange: $0) }
    right = RaceSide(pictures: pictures) { PhotoCell(delivery: delivery, onChange: $0) }
    bindCells()
  }

  /// The time of the next event; nil at the end of the story.
  var nextTime: Duration? { [steps.first?.time, answers.first?.time].compactMap(\.self).min() }

  /// Runs the next event; at the same time, script steps before responses.
  func advance() {
    guard let time = nextTime else { return }
    now = time
    lateAnswer = nil
    if let step = steps.first, step.time == time {
      steps.removeFirst()
      take(step.action)
    } else {
      receive(answers.removeFirst())
    }
  }

  func scroll(byRows rows: Int) {
    lateAnswer = nil
    firstRow = min(max(0, firstRow + rows), Self.lastRow)
    bindCells()
  }

  /// The cell at a screen position, counted row by row.
  func cell(at place: Int) -> Int { (firstRow * Self.columns + place) % Self.cellCount }

  func side(_ name: RaceSideName) -> RaceSide { name == .left ? left : right }

  func grid(_ name: RaceSideName) -> [RaceCellState] {
    (0..<Self.cellCount).map { side(name).state(ofCell: cell(at: $0)) }
  }

  func lateCount(of kind: RaceKind) -> Int { loads.count { $0.kind == kind && $0.lateness != nil } }

  private func take(_ action: RaceStep.Action) {
    switch action {
    case .chapter(let kind): self.kind = kind
    case .scroll(let rows): scroll(byRows: rows)
    case .askAgain(let place):
      let cell = cell(at: place)
      if let number = number(in: cell) { load(number, in: cell) }
    }
  }

  /// Binds the cells whose photo has changed; visible photos keep their cells.
  private func bindCells() {
    for place in 0..<Self.cellCount {
      let number = PhotoNumber(value: firstRow * Self.columns + place + 1)
      let cell = cell(at: place)
      if self.number(in: cell) != number { load(number, in: cell) }
    }
  }

  private func number(in cell: Int) -> PhotoNumber? { currentLoads[cell].map { loads[$0].number } }

  private func load(_ number: PhotoNumber, in cell: Int) {
    let index = loads.count
    let load = RaceLoad(
      cell: cell, number: number, previous: self.number(in: cell), kind: kind, begun: now)
    if let current = currentLoads[cell], loads[current].answered == nil {
      loads[current].replaced = now
    }
    currentLoads[cell] = index
    loads.append(load)
    let answer = PendingAnswer(
      time: now + story.latency(ofRequest: index), load: index,
      leftPath: left.load(number, in: cell), rightPath: right.load(number, in: cell))
    let place = answers.firstIndex { $0.time > answer.time } ?? answers.endIndex
    answers.insert(answer, at: place)
  }

  private func receive(_ answer: PendingAnswer) {
    var load = loads[answer.load]
    load.answered = now
    let isLate = load.lateness != nil
    load.isShownOnLeft = left.receive(load.number, by: answer.leftPath, isLate: isLate)
    load.isShownOnRight = right.receive(load.number, by: answer.rightPath, isLate: isLate)
    loads[answer.load] = load
    guard isLate else { return }
    lateAnswer = LateAnswer(
      load: load, successors: loads[(answer.load + 1)...].filter { $0.cell == load.cell })
  }
}

@MainActor
final class RaceSide {
  private(set) var counters = RaceCounters()
  private let pictures: NumberedPictures
  private let loader = DelayedLoader()
  private var cells: [any RacingCell] = []
  private var changeCount = 0
  private var numbers: [PhotoNumber?] = Array(repeating: nil, count: Race.cellCount)

  init(pictures: NumberedPictures, makeCell: (@escaping @MainActor () -> Void) -> any RacingCell) {
    self.pictures = pictures
    cells = numbers.map { _ in makeCell { [weak self] in self?.changeCount += 1 } }
  }

  func load(_ number: PhotoNumber, in cell: Int) -> AnswerPath {
    numbers[cell] = number
    let path = cells[cell].load(pictures.request(number), from: loader)
    counters.requests = loader.requestCount
    countWrong()
    return path
  }

  /// Delivers a response; returns whether the cell shows it.
  func receive(_ number: PhotoNumber, by path: AnswerPath, isLate: Bool) -> Bool {
    let before = changeCount
    path(pictures.response(to: number))
    let isShown = changeCount > before
    counters.answers += 1
    if isLate, isShown { counters.lateShown += 1 }
    if isLate, !isShown { counters.lateDropped += 1 }
    countWrong()
    return isShown
  }

  func state(ofCell cell: Int) -> RaceCellState {
    let content = cells[cell].content
    return RaceCellState(
      cell: cell + 1, number: numbers[cell], content: content, shown: pictures.number(in: content))
  }

  private func countWrong() {
    counters.wrongNow = cells.indices.count { state(ofCell: $0).isWrong }
    counters.maxWrong = max(counters.maxWrong, counters.wrongNow)
  }
}

struct RaceCellState {
  /// From 1.
  let cell: Int
  let number: PhotoNumber?
  let content: CellContent
  let shown: PhotoNumber?

  var isWrong: Bool { shown != nil && shown != number }

  var caption: String {
    guard let number else { return "" }
    guard let shown else { return "wants \(number)" }
    return isWrong ? "wants \(number), shows \(shown)" : "shows \(number)"
  }
}

package struct RaceCounters: Hashable, Sendable {
  package var requests = 0
  package var answers = 0
  package var lateShown = 0
  package var lateDropped = 0
  /// Cells now showing another photo than their own.
  package var wrongNow = 0
  package var maxWrong = 0

  package var hasShownLate: Bool { lateShown > 0 || maxWrong > 0 }

  var sentence: String {
    "late: \(lateShown) shown, \(lateDropped) dropped  wrong now: \(wrongNow)"
  }
}

enum RaceSideName: String, CaseIterable {
  case left, right

  var other: RaceSideName { self == .left ? .right : .left }

  func heading(_ delivery: DeliveryPolicy) -> String {
    switch (self, delivery) {
    case (.left, _): "left: shows whatever comes"
    case (.right, .currentGeneration): "right: checks whose answer it is"
    case (.right, .everything): "right, check off: shows it too"
    }
  }
}

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
  /// The events so far, to be repeated with other pictures or another delivery policy.
  private var changes: [@MainActor (Race) -> Void] = []

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
      Self.maxWait, speedExponent < 0 ? span * (1 << -speedExponent) : span / (1 << speedExponent))
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

  mutating func changeSpeed(by step: Int) { speedExponent = min(max(-5, speedExponent + step), 4) }

  mutating func scroll(byRows rows: Int) { change { $0.scroll(byRows: rows) } }

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

  static let interval = Duration.milliseconds(40)

  var isOver: Bool { step >= stepCount }

  /// With `lines` per row of cells.
  func offset(lines: Int) -> Int { rows * lines * step / stepCount }

  /// Whether the cell is visible before and after.
  func keeps(_ place: Int) -> Bool { (0..<Race.rows).contains(place / Race.columns - rows) }
}
