import Photos

/// Both sides and the story they share, in virtual time.
///
/// `advance` completes an event synchronously, so nothing depends on the machine.
@MainActor
final class Race {
  let story: RaceStory
  let left: RaceSide
  let right: RaceSide
  private(set) var now = Duration.zero
  private(set) var kind = RaceKind.reused
  private(set) var loads: [RaceLoad] = []
  /// The stale response of the last event, if it was one.
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
    let leftPath: AnswerPath
    let rightPath: AnswerPath
  }

  init(story: RaceStory, pictures: NumberedPictures, delivery: DeliveryPolicy) {
    self.story = story
    steps = story.steps[...]
    left = RaceSide(pictures: pictures, cellCount: Self.cellCount) { NaiveCell(onChange: $0) }
    right = RaceSide(pictures: pictures, cellCount: Self.cellCount) {
      PhotoCell(delivery: delivery, onChange: $0)
    }
    bindCells()
  }

  /// The time of the next event; nil at the end of the story.
  var nextTime: Duration? {
    [steps.first?.time, answers.first?.time].compactMap(\.self).min()
  }

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

  /// Scrolls both grids, limited to the photos.
  func scroll(byRows rows: Int) {
    lateAnswer = nil
    firstRow = min(max(0, firstRow + rows), Self.lastRow)
    bindCells()
  }

  /// The cell at a screen position, counted row by row.
  func cell(at place: Int) -> Int {
    (firstRow * Self.columns + place) % Self.cellCount
  }

  func side(_ name: RaceSideName) -> RaceSide { name == .left ? left : right }

  func grid(_ name: RaceSideName) -> RaceGridState {
    RaceGridState(cells: (0..<Self.cellCount).map { side(name).look(at: cell(at: $0)) })
  }

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
    if let replaced = currentLoads[cell] { loads[replaced].replaced = now }
    currentLoads[cell] = index
    loads.append(load)
    let answer = PendingAnswer(
      time: now + story.latency(ofRequest: index), load: index,
      leftPath: left.load(number, in: cell), rightPath: right.load(number, in: cell))
    let place = answers.firstIndex { $0.time > answer.time } ?? answers.endIndex
    answers.insert(answer, at: place)
  }

  private func receive(_ answer: PendingAnswer) {
    let load = loads[answer.load]
    let isLate = load.isReplaced
    let left = left.receive(load.number, by: answer.leftPath, isLate: isLate)
    let right = right.receive(load.number, by: answer.rightPath, isLate: isLate)
    loads[answer.load].answer = RaceLoad.Answer(
      time: now, isLate: isLate, isShownOnLeft: left, isShownOnRight: right)
    guard isLate else { return }
    lateAnswer = LateAnswer(
      load: loads[answer.load],
      successors: loads[(answer.load + 1)...].filter { $0.cell == load.cell })
  }
}
