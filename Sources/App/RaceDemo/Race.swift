import Grid

/// Both sides and the one story that happens to them, in virtual time.
///
/// Every event is over when `advance` returns: nothing waits, and nothing depends on the machine.
@MainActor
final class Race {
  let story: RaceStory
  let naive: RaceSide
  let guarded: RaceSide
  /// How far the story is.
  private(set) var now = Duration.zero
  private(set) var log: [RaceLogLine] = []
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
  private var requestCount = 0
  /// Each cell's last request, which alone is not stale.
  private var currentRequests: [Int] = Array(repeating: -1, count: cellCount)
  private var numbers: [PhotoNumber?] = Array(repeating: nil, count: cellCount)

  private struct PendingAnswer {
    let time: Duration
    let request: Int
    let cell: Int
    let number: PhotoNumber
    let naivePath: AnswerPath
    let guardedPath: AnswerPath
  }

  /// Begins a story.
  /// - Parameters:
  ///   - story: What happens.
  ///   - pictures: The pictures that arrive.
  ///   - delivery: Which answers the cells of the right side accept.
  init(story: RaceStory, pictures: NumberedPictures, delivery: DeliveryPolicy) {
    self.story = story
    steps = story.steps[...]
    naive = RaceSide(pictures: pictures, cellCount: Self.cellCount) { NaiveCell(onChange: $0) }
    guarded = RaceSide(pictures: pictures, cellCount: Self.cellCount) {
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
    if let step = steps.first, step.time == time {
      steps.removeFirst()
      take(step.action)
    } else {
      receive(answers.removeFirst())
    }
  }

  /// Scrolls both grids by rows of cells now, as far as there are photos.
  func scroll(byRows rows: Int) {
    firstRow = min(max(0, firstRow + rows), Self.lastRow)
    bindCells()
  }

  /// The cell that shows the photo at a place on the screen; places are counted row by row.
  func cell(at place: Int) -> Int {
    (firstRow * Self.columns + place) % Self.cellCount
  }

  private func take(_ action: RaceStep.Action) {
    switch action {
    case .chapter(let name): note("-- \(name)")
    case .scroll(let rows): scroll(byRows: rows)
    case .reset(let place):
      let cell = cell(at: place)
      guard let number = numbers[cell] else { return }
      note("cell \(cell + 1) reset: request \(number) again")
      load(number, in: cell)
    }
  }

  /// Binds every cell whose photo is not the one it has; a photo that stays on screen keeps its cell.
  private func bindCells() {
    for place in 0..<Self.cellCount {
      let number = PhotoNumber(value: firstRow * Self.columns + place + 1)
      let cell = cell(at: place)
      guard numbers[cell] != number else { continue }
      let reuse = numbers[cell] == nil ? "" : "cell \(cell + 1) reused for \(number); "
      note("\(reuse)request \(number) by cell \(cell + 1)")
      numbers[cell] = number
      load(number, in: cell)
    }
  }

  private func load(_ number: PhotoNumber, in cell: Int) {
    let answer = PendingAnswer(
      time: now + story.latency(ofRequest: requestCount), request: requestCount, cell: cell,
      number: number, naivePath: naive.load(number, in: cell),
      guardedPath: guarded.load(number, in: cell))
    currentRequests[cell] = requestCount
    requestCount += 1
    let place = answers.firstIndex { $0.time > answer.time } ?? answers.endIndex
    answers.insert(answer, at: place)
  }

  private func receive(_ answer: PendingAnswer) {
    let isStale = currentRequests[answer.cell] != answer.request
    let left = naive.receive(answer.number, by: answer.naivePath, isStale: isStale)
    let right = guarded.receive(answer.number, by: answer.guardedPath, isStale: isStale)
    let outcome =
      switch (isStale, left, right) {
      case (false, _, _): "shown on both sides"
      case (true, true, true): "applied on both sides (stale)"
      default:
        "\(Self.word(left)) on the left (stale), \(Self.word(right)) on the right"
      }
    note(
      "response \(answer.number) arrives: \(outcome)",
      isStale: isStale && (left || right))
  }

  private static func word(_ isApplied: Bool) -> String { isApplied ? "applied" : "dropped" }

  private func note(_ text: String, isStale: Bool = false) {
    log.append(RaceLogLine(time: now, text: text, isStale: isStale))
  }
}

/// One thing that happened, in words.
struct RaceLogLine: Hashable, Sendable {
  /// When, since the story began.
  let time: Duration
  let text: String
  /// Whether a stale answer was taken over by either side.
  let isStale: Bool

  /// The time in milliseconds, flush right, and the words.
  var description: String {
    let time = "\(self.time / .milliseconds(1))".prefix { $0 != "." }
    let indent = String(repeating: " ", count: max(0, 5 - time.count))
    return "\(indent)\(time) ms  \(text)"
  }
}
