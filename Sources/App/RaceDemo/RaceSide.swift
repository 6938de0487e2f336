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
