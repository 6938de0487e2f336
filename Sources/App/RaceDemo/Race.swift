import Grid

/// Both sides and the one story that happens to them, in virtual time.
///
/// Every event is over when `advance` returns: nothing waits, and nothing depends on the machine.
@MainActor
final class Race {
  let story: RaceStory
  /// The side that shows whatever comes.
  let left: RaceSide
  /// The side that checks whose answer it is.
  let right: RaceSide
  /// How far the story is.
  private(set) var now = Duration.zero
  /// The kind of story that is told now.
  private(set) var kind = RaceKind.reused
  /// Every load of both sides, in the order they began.
  private(set) var loads: [RaceLoad] = []
  /// The answer that the last event brought, where it came too late.
  private(set) var lateAnswer: LateAnswer?
  /// The row of photos at the top of both grids.
  private(set) var firstRow = 0

  /// The cells in a row.
  nonisolated static let columns = 2
  /// The rows of cells that can be seen.
  nonisolated static let rows = 2
  nonisolated static let cellCount = columns * rows
  private nonisolated static let lastRow = (RaceStory.photoCount + columns - 1) / columns - rows

  private var steps: ArraySlice<RaceStep>
  private var answers: [PendingAnswer] = []
  /// Each cell's last load, an index of `loads`: the only one whose answer is not late.
  private var currentLoads: [Int?] = Array(repeating: nil, count: cellCount)

  private struct PendingAnswer {
    let time: Duration
    let load: Int
    let leftPath: AnswerPath
    let rightPath: AnswerPath
  }

  /// Begins a story.
  /// - Parameters:
  ///   - story: What happens.
  ///   - pictures: The pictures that come.
  ///   - delivery: Which answers the cells of the right side accept.
  init(story: RaceStory, pictures: NumberedPictures, delivery: DeliveryPolicy) {
    self.story = story
    steps = story.steps[...]
    left = RaceSide(pictures: pictures, cellCount: Self.cellCount) { NaiveCell(onChange: $0) }
    right = RaceSide(pictures: pictures, cellCount: Self.cellCount) {
      PhotoCell(delivery: delivery, onChange: $0)
    }
    bindCells()
  }

  /// When the next event is; nil at the end of the story.
  var nextTime: Duration? {
    [steps.first?.time, answers.first?.time].compactMap(\.self).min()
  }

  /// Lets the next event happen, the script's before the answers of the same moment.
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

  /// Scrolls both grids by rows of cells now, as far as there are photos.
  func scroll(byRows rows: Int) {
    lateAnswer = nil
    firstRow = min(max(0, firstRow + rows), Self.lastRow)
    bindCells()
  }

  /// The cell that shows the photo at a place on the screen; places are counted row by row.
  func cell(at place: Int) -> Int {
    (firstRow * Self.columns + place) % Self.cellCount
  }

  /// One of the sides.
  func side(_ name: RaceSideName) -> RaceSide { name == .left ? left : right }

  /// What one of the grids looks like now.
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

  /// Binds every cell whose photo is not the one it has; a photo that stays on screen keeps its cell.
  private func bindCells() {
    for place in 0..<Self.cellCount {
      let number = PhotoNumber(value: firstRow * Self.columns + place + 1)
      let cell = cell(at: place)
      if self.number(in: cell) != number { load(number, in: cell) }
    }
  }

  /// The photo that a cell was given last.
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
