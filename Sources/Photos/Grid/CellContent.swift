import Base
package import Catalogs
package import ImagePipeline
package import Imaging

package enum CellContent: Hashable, Sendable {
  case empty
  case placeholder
  case loading(LoadProgress)
  /// A blurred hint before anything of the image is there, with the transfer progress if known.
  case hint(Tile, LoadProgress?)
  case preview(LoadedTile)
  case picture(LoadedTile)
  case failure(ImageError)
  case card(PhotoCard)
  case folder(FolderContent)

  package var tile: Tile? {
    guard case .hint(let tile, _) = self else { return loadedTile?.tile }
    return tile
  }

  package var info: PictureInfo? { loadedTile?.info }

  package var hasLarger: Bool { loadedTile?.provenance.hasLarger ?? false }

  /// Where the image came from; nil while only a preview is shown.
  package var provenance: Provenance? { isFinal ? loadedTile?.provenance : nil }

  package var isTruncated: Bool { info.map { !$0.isComplete } ?? false }

  var loadedTile: LoadedTile? {
    switch self {
    case .preview(let loaded), .picture(let loaded): loaded
    case .empty, .placeholder, .loading, .hint, .failure, .card, .folder: nil
    }
  }

  package var progress: LoadProgress? {
    switch self {
    case .loading(let progress): progress
    case .hint(_, let progress): progress
    case .empty, .placeholder, .preview, .picture, .failure, .card, .folder: nil
    }
  }

  package var failureReason: String? {
    guard case .failure(let error) = self else { return nil }
    return error.reason
  }

  package var isFinal: Bool {
    switch self {
    case .empty, .picture, .failure, .card: true
    case .placeholder, .loading, .hint, .preview: false
    case .folder(let folder): folder.isFinal
    }
  }
}

extension CellContent {
  /// How much of the image is visible; a response never replaces a higher step by a lower one.
  private var step: Int {
    switch self {
    case .empty, .placeholder, .loading: 0
    case .hint: 1
    case .preview: 2
    case .picture, .failure, .card, .folder: 3
    }
  }

  /// The content after a response, in whatever order responses arrive; nil if it shows less.
  func followed(by response: ImageResponse) -> CellContent? {
    switch (response, self) {
    case (.progress(let progress), .hint(let tile, _)): return .hint(tile, progress)
    case (.hint(let tile), .loading(let progress)): return .hint(tile, progress)
    case (.hint(let tile), .hint(_, let progress)): return .hint(tile, progress)
    default:
      let next = CellContent(response)
      return next.step >= step ? next : nil
    }
  }

  package init(_ response: ImageResponse) {
    self =
      switch response {
      case .progress(let progress): .loading(progress)
      case .hint(let tile): .hint(tile, nil)
      case .preview(let tile): .preview(tile)
      case .tile(let tile): .picture(tile)
      case .failure(let error): .failure(error)
      }
  }
}

package struct PhotoCard: Hashable, Sendable {
  package let title: [UInt8]
  package let isVideo: Bool

  package init?(of photo: Photo) {
    guard let found = photo.onWeb, found.isCard else { return nil }
    title = found.title?.bytes ?? photo.name.bytes
    isVideo = found.isVideo
  }
}

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
  package let caption: Rect
  /// Whether there is room for a border around the covers.
  package let hasMargin: Bool
  private let room: Rect
  private let gap: CellSize

  /// `card` includes the row of the caption.
  package init(in card: Rect) {
    let (columns, rows) = (card.size.columns, card.size.rows)
    let margin = CellSize(columns: columns < 12 ? 0 : columns < 24 ? 1 : 2, rows: rows < 7 ? 0 : 1)
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
