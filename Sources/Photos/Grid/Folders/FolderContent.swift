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

package struct CoverLayout: Hashable, Sendable {
  /// In character cells.
  package let picture: CellSize
  private let gap: CellSize

  package init(in room: CellSize) {
    gap = CellSize(columns: 2 - room.columns % 2, rows: room.rows < 3 ? 0 : 1)
    picture = CellSize(
      columns: max(1, (room.columns - gap.columns) / 2), rows: max(1, (room.rows - gap.rows) / 2))
  }

  /// In character cells; indices are row by row, from 0.
  package func frame(of index: Int, among count: Int, in room: Rect) -> Rect {
    let step = CellSize(columns: picture.columns + gap.columns, rows: picture.rows + gap.rows)
    let aside = count == 1 ? step.columns / 2 : index % 2 * step.columns
    let below =
      count <= 2 ? (room.size.rows - picture.rows) / 2 : index / 2 * step.rows
    return Rect(
      column: room.origin.column + aside, row: room.origin.row + below,
      columns: picture.columns, rows: picture.rows)
  }

  /// Where an image is drawn in its frame: towards the middle of the card, so that the covers stand
  /// close together whatever their shapes.
  package func place(of image: CellSize, at index: Int, among count: Int) -> CellPoint {
    let (columns, rows) = (picture.columns - image.columns, picture.rows - image.rows)
    return CellPoint(
      column: count == 1 ? columns / 2 : index % 2 == 0 ? columns : 0,
      row: count <= 2 ? rows / 2 : index < 2 ? rows : 0)
  }
}
