import Photos

/// One of the two grids, with its counters.
@MainActor
final class RaceSide {
  private(set) var counters = RaceCounters()
  private let pictures: NumberedPictures
  private let loader = DelayedLoader()
  private var cells: [any RacingCell] = []
  private var changeCount = 0
  private var numbers: [PhotoNumber?]

  /// `makeCell` receives a callback for changes of the cell's content.
  init(
    pictures: NumberedPictures, cellCount: Int,
    makeCell: (@escaping @MainActor () -> Void) -> any RacingCell
  ) {
    self.pictures = pictures
    numbers = Array(repeating: nil, count: cellCount)
    cells = (0..<cellCount).map { _ in makeCell { [weak self] in self?.changeCount += 1 } }
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
    if isLate { counters.lateShown += isShown ? 1 : 0 }
    if isLate { counters.lateDropped += isShown ? 0 : 1 }
    countWrong()
    return isShown
  }

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

struct RaceCellState {
  /// From 1.
  let cell: Int
  let number: PhotoNumber?
  let content: CellContent
  let shown: PhotoNumber?

  var isWrong: Bool { shown != nil && shown != number }
}

struct RaceGridState {
  let cells: [RaceCellState]
}

package struct RaceCounters: Hashable, Sendable {
  package var requests = 0
  package var answers = 0
  package var lateShown = 0
  package var lateDropped = 0
  /// Cells now showing another photo than their own.
  package var wrongNow = 0
  package var mostWrong = 0

  package var hasShownLate: Bool { lateShown > 0 || mostWrong > 0 }
}

enum RaceSideName: String, CaseIterable, Hashable, Sendable {
  case left
  case right

  var word: String { rawValue }

  var other: RaceSideName { self == .left ? .right : .left }

  func heading(_ delivery: DeliveryPolicy) -> String {
    switch (self, delivery) {
    case (.left, _): "left: shows whatever comes"
    case (.right, .currentGeneration): "right: checks whose answer it is"
    case (.right, .everything): "right, check off: shows it too"
    }
  }
}
