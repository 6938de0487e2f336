/// A way to move the selection through a grid.
package enum GridMotion: CaseIterable, Hashable, Sendable {
  case left
  case right
  case up
  case down
  case pageUp
  case pageDown
  case halfPageUp
  case halfPageDown
  case first
  case last

  /// Where the selection goes.
  /// - Parameters:
  ///   - index: Where it is.
  ///   - times: How often, at least 1; for `first` and `last` with a count, the photo's number.
  ///   - count: How many cells there are, at least 1.
  ///   - layout: How they lie.
  /// - Returns: A cell that exists; motions that would leave the grid end at its edge, and up and
  ///   down keep to their column as long as there is one.
  func destination(from index: Int, times: Int?, of count: Int, in layout: GridLayout) -> Int {
    let steps = times ?? 1
    return switch self {
    case .left: max(0, index - steps)
    case .right: min(count - 1, index + steps)
    case .up: Self.vertical(index, rows: -steps, count, layout)
    case .down: Self.vertical(index, rows: steps, count, layout)
    case .pageUp: Self.vertical(index, rows: -steps * layout.wholeRows, count, layout)
    case .pageDown: Self.vertical(index, rows: steps * layout.wholeRows, count, layout)
    case .halfPageUp: Self.vertical(index, rows: -steps * halfPage(layout), count, layout)
    case .halfPageDown: Self.vertical(index, rows: steps * halfPage(layout), count, layout)
    case .first: min(steps, count) - 1
    case .last: min(times ?? count, count) - 1
    }
  }

  private func halfPage(_ layout: GridLayout) -> Int {
    max(1, layout.wholeRows / 2)
  }

  private static func vertical(_ index: Int, rows: Int, _ count: Int, _ layout: GridLayout) -> Int {
    let column = index % layout.columns
    let lastRow = (count - 1) / layout.columns
    let row = min(max(0, index / layout.columns + rows), lastRow)
    return min(row * layout.columns + column, count - 1)
  }
}
