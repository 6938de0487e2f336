package import Catalog
package import Imaging
package import Pipeline
import Values

/// What a cell shows.
package enum CellContent: Hashable, Sendable {
  /// Nothing: the cell is bound to no photo.
  case empty
  /// A calm mark for a picture that is not there yet.
  case placeholder
  /// How far the transfer is of a picture that is not there yet.
  case loading(LoadProgress)
  /// What is known of the photo's looks while nothing of its picture is there, and how far the transfer
  /// is, if that has been said.
  case hint(Tile, LoadProgress?)
  /// A rough picture until the real one comes.
  case preview(LoadedTile)
  case picture(LoadedTile)
  /// Why there is no picture.
  case failure(ImageError)
  /// Words in the place of a picture that nobody has.
  case card(PhotoCard)
  /// What is known of a folder.
  case folder(FolderContent)

  /// The tile to draw, where there is one, be it of the picture or of a hint.
  package var tile: Tile? {
    guard case .hint(let tile, _) = self else { return loadedTile?.tile }
    return tile
  }

  /// What is known of the picture that is shown, be it the real one or a rough one.
  package var info: PictureInfo? { loadedTile?.info }

  /// Whether the photo comes in a larger rendition than the one that is shown.
  package var hasLarger: Bool { loadedTile?.provenance.hasLarger ?? false }

  /// Where the picture came from; nil while a rough one stands for it.
  package var provenance: Provenance? { isFinal ? loadedTile?.provenance : nil }

  /// Whether the cell shows what there was of a file that ended early or is damaged.
  package var isTruncated: Bool {
    info.map { !$0.isComplete } ?? false
  }

  /// The picture, be it the real one or a rough one.
  var loadedTile: LoadedTile? {
    switch self {
    case .preview(let loaded), .picture(let loaded): loaded
    case .empty, .placeholder, .loading, .hint, .failure, .card, .folder: nil
    }
  }

  /// How far its transfer is, while there is nothing of the picture to show.
  package var progress: LoadProgress? {
    switch self {
    case .loading(let progress): progress
    case .hint(_, let progress): progress
    case .empty, .placeholder, .preview, .picture, .failure, .card, .folder: nil
    }
  }

  /// Why there is no picture, short enough for a cell.
  package var failureReason: String? {
    guard case .failure(let error) = self else { return nil }
    return error.reason
  }

  /// Whether nothing more is to come.
  package var isFinal: Bool {
    switch self {
    case .empty, .picture, .failure, .card: true
    case .placeholder, .loading, .hint, .preview: false
    case .folder(let folder): folder.isFinal
    }
  }
}

extension CellContent {
  /// How much there is to see of a picture: less never takes the place of more.
  private enum Step: Comparable {
    case nothing
    case hint
    case preview
    case end
  }

  private var step: Step {
    switch self {
    case .empty, .placeholder, .loading: .nothing
    case .hint: .hint
    case .preview: .preview
    case .picture, .failure, .card, .folder: .end
    }
  }

  /// What is shown after a response to the same load, in whatever order responses come; nil where it
  /// says less than what is shown already.
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
}

extension CellContent {
  /// What a response shows.
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

/// What stands in the place of a picture where there is none to load.
package struct PhotoCard: Hashable, Sendable {
  /// What the photo is called, as bytes of which nothing is known.
  package let title: [UInt8]
  /// Whether it is a video.
  package let isVideo: Bool

  /// The card of a photo; nil where there is a picture to load.
  package init?(of photo: Photo) {
    guard let found = photo.onWeb, found.isCard else { return nil }
    title = found.title ?? photo.name.bytes
    isVideo = found.isVideo
  }
}
