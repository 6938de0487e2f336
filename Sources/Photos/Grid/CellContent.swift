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

  package var isTruncated: Bool {
    info.map { !$0.isComplete } ?? false
  }

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
  /// Raw bytes; not sanitized.
  package let title: [UInt8]
  package let isVideo: Bool

  package init?(of photo: Photo) {
    guard let found = photo.onWeb, found.isCard else { return nil }
    title = found.title?.bytes ?? photo.name.bytes
    isVideo = found.isVideo
  }
}
