import Grid
import Imaging

/// One of the two grids: its cells, and what has happened to them.
@MainActor
final class RaceSide {
  private(set) var counters = RaceCounters()
  private let pictures: NumberedPictures
  private let loader = DelayedLoader()
  private var cells: [any RacingCell] = []
  /// How often a cell has said that it changed.
  private var changeCount = 0
  /// The photo that belongs into each cell.
  private var numbers: [PhotoNumber?]

  /// Makes a grid of unbound cells.
  /// - Parameters:
  ///   - pictures: The pictures that arrive.
  ///   - cellCount: How many cells there are.
  ///   - makeCell: Makes a cell, which calls what it is given at every change of its content.
  init(
    pictures: NumberedPictures, cellCount: Int,
    makeCell: (@escaping @MainActor () -> Void) -> any RacingCell
  ) {
    self.pictures = pictures
    numbers = Array(repeating: nil, count: cellCount)
    cells = (0..<cellCount).map { _ in makeCell { [weak self] in self?.changeCount += 1 } }
  }

  /// Lets a cell show a photo and begin to load it.
  func load(_ number: PhotoNumber, in cell: Int) -> AnswerPath {
    numbers[cell] = number
    let path = cells[cell].load(pictures.request(number), from: loader)
    counters.requests = loader.requestCount
    countWrong()
    return path
  }

  /// Lets an answer come.
  /// - Parameters:
  ///   - number: The photo that was asked for.
  ///   - path: The way to the cell that asked.
  ///   - isLate: Whether that cell has begun another load since.
  /// - Returns: Whether the cell shows it.
  func receive(_ number: PhotoNumber, by path: AnswerPath, isLate: Bool) -> Bool {
    let before = changeCount
    path(pictures.response(to: number))
    let isShown = changeCount > before
    counters.answers += 1
    if isLate { counters.lateShown += isShown ? 1 : 0 }
    if isLate { counters.lateDropped += isShown ? 0 : 1 }
    countWrong()
    return isShown
  }

  /// What a cell has to show, and what it does show.
  func look(at cell: Int) -> RaceCellState {
    let content = cells[cell].content
    return RaceCellState(
      cell: cell + 1, number: numbers[cell], content: content,
      shown: pictures.number(in: content))
  }

  private func countWrong() {
    counters.wrongNow = cells.indices.count { look(at: $0).isWrong }
    counters.mostWrong = max(counters.mostWrong, counters.wrongNow)
  }
}

/// A cell at one moment: the photo that belongs there, and the picture that is there.
struct RaceCellState {
  /// The cell's number, from 1.
  let cell: Int
  /// The photo that belongs there.
  let number: PhotoNumber?
  let content: CellContent
  /// The number in the picture that is shown, if one is.
  let shown: PhotoNumber?

  /// Whether another photo is shown than belongs there.
  var isWrong: Bool { shown != nil && shown != number }
}

/// What the cells of one side look like at one moment, by their places on the screen.
struct RaceGridState {
  /// The cells in the order of their places, row by row.
  let cells: [RaceCellState]
}

/// What has happened on one side so far.
package struct RaceCounters: Hashable, Sendable {
  /// Loads that were begun.
  package var requests = 0
  /// Answers that have come.
  package var answers = 0
  /// Answers to earlier loads that a cell showed.
  package var lateShown = 0
  /// Answers to earlier loads that a cell dropped.
  package var lateDropped = 0
  /// Cells that show another photo than their own now.
  package var wrongNow = 0
  /// The most cells that showed another photo than their own at one moment.
  package var mostWrong = 0

  /// Whether a late picture was shown at any moment.
  package var hasShownLate: Bool { lateShown > 0 || mostWrong > 0 }
}

/// One of the two sides, by the one word that it has everywhere.
enum RaceSideName: String, CaseIterable, Hashable, Sendable {
  /// Shows whatever comes.
  case left
  /// Checks whose answer it is.
  case right

  /// The word.
  var word: String { rawValue }

  /// The side across.
  var other: RaceSideName { self == .left ? .right : .left }

  /// What the side does, above its grid: the right one by which answers it accepts.
  func heading(_ delivery: DeliveryPolicy) -> String {
    switch (self, delivery) {
    case (.left, _): "left: shows whatever comes"
    case (.right, .currentGeneration): "right: checks whose answer it is"
    case (.right, .everything): "right, check off: shows it too"
    }
  }
}
