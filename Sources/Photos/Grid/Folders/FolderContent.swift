package import Catalog
package import Imaging

/// What a cell shows of a folder: what is in it, and its first photos.
package struct FolderContent: Hashable, Sendable {
  /// What has been found in it; nil while nobody has looked.
  package let finding: FolderFinding?
  /// What there is of its first photos, as `CoverLayout` has them.
  package let cover: [CellContent]

  /// Takes what is known of a folder.
  package init(_ finding: FolderFinding?, cover: [CellContent] = []) {
    self.finding = finding
    self.cover = cover
  }

  /// Whether photos have been found in it, or below.
  package var hasPhotos: Bool { finding?.cover.isEmpty == false }

  /// Whether nothing more is to come.
  package var isFinal: Bool { finding != nil && cover.allSatisfy(\.isFinal) }
}

/// What came of a look into a folder.
package enum FolderFinding: Hashable, Sendable {
  /// What is in it.
  case peek(FolderPeek)
  /// Why it cannot be read.
  case unreadable(CatalogError)

  /// The photos that stand for the folder, four at most.
  var cover: [Photo] {
    guard case .peek(let peek) = self else { return [] }
    return peek.cover
  }

  /// Why it cannot be read; nil where it can be.
  package var failureReason: String? {
    guard case .unreadable(let error) = self else { return nil }
    return "\(error)"
  }
}

/// Where the photos lie that stand for a folder: two rows of two, and fewer in the middle.
package struct CoverLayout: Hashable, Sendable {
  /// The room for each of them, in character cells.
  package let picture: CellSize
  private let gap: CellSize

  /// Parts a room in four.
  /// - Parameter room: The room for the picture of a cell, in character cells.
  package init(in room: CellSize) {
    gap = CellSize(columns: 2 - room.columns % 2, rows: room.rows < 3 ? 0 : 1)
    picture = CellSize(
      columns: max(1, (room.columns - gap.columns) / 2), rows: max(1, (room.rows - gap.rows) / 2))
  }

  /// Where one of them lies in a room.
  /// - Parameters:
  ///   - index: Which one, from 0, row by row.
  ///   - count: How many there are.
  ///   - room: The room, in character cells.
  /// - Returns: Its room, in character cells.
  package func frame(of index: Int, among count: Int, in room: Rect) -> Rect {
    let step = CellSize(columns: picture.columns + gap.columns, rows: picture.rows + gap.rows)
    let aside = count == 1 ? step.columns / 2 : index % 2 * step.columns
    let below =
      count <= 2 ? (room.size.rows - picture.rows) / 2 : index / 2 * step.rows
    return Rect(
      column: room.origin.column + aside, row: room.origin.row + below,
      columns: picture.columns, rows: picture.rows)
  }
}
