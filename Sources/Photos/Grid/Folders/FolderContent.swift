package import Catalogs
package import Imaging

package struct FolderContent: Hashable, Sendable {
  /// Nil while the folder has not been scanned.
  package let finding: FolderFinding?
  package let cover: [CellContent]

  package init(_ finding: FolderFinding?, cover: [CellContent] = []) {
    self.finding = finding
    self.cover = cover
  }

  package var hasPhotos: Bool { finding?.cover.isEmpty == false }

  package var isFinal: Bool { finding != nil && cover.allSatisfy(\.isFinal) }
}

package enum FolderFinding: Hashable, Sendable {
  case peek(FolderPreview)
  case unreadable(CatalogError)

  var cover: [Photo] {
    guard case .peek(let peek) = self else { return [] }
    return peek.cover
  }

  package var failureReason: String? {
    guard case .unreadable(let error) = self else { return nil }
    return "\(error)"
  }
}

/// Layout of a folder's card, in character cells: covers with room around them above the caption.
package struct CoverLayout: Hashable, Sendable {
  /// One row.
  package let caption: Rect
  /// Whether there is room for a border around the covers.
  package let hasMargin: Bool
  private let room: Rect
  private let gap: CellSize

  /// `card` includes the row of the caption.
  package init(in card: Rect) {
    let (columns, rows) = (card.size.columns, card.size.rows)
    let margin = CellSize(
      columns: columns < 12 ? 0 : columns < 24 ? 1 : 2, rows: rows < 7 ? 0 : 1)
    hasMargin = margin.area > 0
    // Empty rows around the caption.
    let air = rows < 14 ? 0 : 1
    caption = Rect(
      column: card.origin.column + margin.columns, row: card.rows.upperBound - 1 - air,
      columns: max(1, columns - 2 * margin.columns), rows: 1)
    let high = rows - 1 - margin.rows - 2 * air
    // Two low rows of covers are equally high.
    room = Rect(
      column: caption.origin.column, row: card.origin.row + margin.rows,
      columns: caption.size.columns,
      rows: (3..<12).contains(high) ? high - (high + 1) % 2 : max(1, high))
    gap = CellSize(columns: room.size.columns < 10 ? 1 : 2, rows: high < 3 ? 0 : 1)
  }

  /// Two rows of two, the first higher or wider if there are fewer; indices are row by row, from 0.
  package func frame(of index: Int, among count: Int) -> Rect {
    let left = max(1, (room.size.columns - gap.columns) / 2)
    let height = max(1, (room.size.rows - gap.rows) / 2)
    let isRight = count == 3 ? index > 0 : index % 2 == 1
    let isBelow = count == 3 ? index == 2 : index > 1
    let isHigh = count < 3 || count == 3 && index == 0
    let right = max(1, room.size.columns - left - gap.columns)
    return Rect(
      column: room.origin.column + (isRight ? left + gap.columns : 0),
      row: room.origin.row + (isBelow ? height + gap.rows : 0),
      columns: count == 1 ? room.size.columns : isRight ? right : left,
      rows: isHigh ? room.size.rows : isBelow ? max(1, room.size.rows - height - gap.rows) : height)
  }
}
