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

  /// The index after the motion, which stops at the edges; the grid must not be empty.
  ///
  /// `times` is the count, at least 1; with `first` and `last`, the number of the photo. `page` is
  /// rows per screen, at least 1.
  func destination(from index: Int, times: Int?, in rows: GridRows, page: Int) -> Int {
    let (steps, count) = (times ?? 1, rows.count)
    return switch self {
    case .left: max(0, index - steps)
    case .right: min(count - 1, index + steps)
    case .up: Self.vertical(index, by: -steps, in: rows)
    case .down: Self.vertical(index, by: steps, in: rows)
    case .pageUp: Self.vertical(index, by: -steps * page, in: rows)
    case .pageDown: Self.vertical(index, by: steps * page, in: rows)
    case .halfPageUp: Self.vertical(index, by: -steps * max(1, page / 2), in: rows)
    case .halfPageDown: Self.vertical(index, by: steps * max(1, page / 2), in: rows)
    case .first: min(steps, count) - 1
    case .last: min(times ?? count, count) - 1
    }
  }

  private static func vertical(_ index: Int, by steps: Int, in rows: GridRows) -> Int {
    let cells = rows[min(max(0, rows.row(of: index) + steps), rows.rowCount - 1)]
    return min(cells.lowerBound + rows.column(of: index), cells.upperBound - 1)
  }
}
