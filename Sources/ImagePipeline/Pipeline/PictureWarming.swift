import Base
package import Catalogs
import DecoderProtocol
import Imaging

package enum WarmingOutcome: Hashable, Sendable {
  /// A thumbnail was made, or the file was downloaded.
  case made
  case there
  case needsNone
  /// Another machine is making it, and will share it.
  case madeElsewhere
  case failed(ImageError.Cause)

  init(decoded picture: LoadedPicture, keptIn thumbnails: ThumbnailAccess) {
    let sides = picture.info.size ?? picture.bitmap.size
    self =
      if !picture.isStable {
        .failed(.decoding(.changing))
      } else if !picture.info.isComplete {
        .failed(.decoding(.refused(.truncated)))
      } else if max(sides.width, sides.height) <= ThumbnailSize.normal.side {
        .needsNone
      } else {
        thumbnails.isKeeping ? .made : .failed(.notKept)
      }
  }

  init(_ cause: ImageError.Cause) {
    self =
      switch cause {
      case .isShared: .there
      case .madeElsewhere: .madeElsewhere
      default: .failed(cause)
      }
  }
}

/// Prepares photos in advance: thumbnails of files, and responses of the web.
package struct PictureWarming: Sendable {
  private let files: FilePictureLoader
  private let web: WebPictureLoader

  package init(files: FilePictureLoader, web: WebPictureLoader) {
    self.files = files
    self.web = web
  }

  /// Prepares a photo for boxes of a size; callable concurrently from any task.
  ///
  /// A cancelled task keeps what it has done. With `mayLeave`, the photo is left to another machine
  /// that is working on it.
  package func warm(
    _ photo: Photo, for size: ThumbnailSize, mayLeave: Bool = false
  ) async -> WarmingOutcome {
    switch photo.source {
    case .file: await files.warm(photo, for: size, mayLeave: mayLeave)
    case .web(let found):
      found.isCard ? .there : await load(photo, for: size, mayLeave: mayLeave)
    }
  }

  package func finish() async {
    await files.finish()
    await files.finishSharing()
    await web.finish()
  }

  private func load(
    _ photo: Photo, for size: ThumbnailSize, mayLeave: Bool
  ) async -> WarmingOutcome {
    do throws(ImageError.Cause) {
      let picture = try await web.picture(
        of: photo, for: DecodingRequest(box: size.box),
        sharing: mayLeave ? .findingOrLeaving : .finding
      ) { _ in }
      return picture.origin == .network ? .made : .there
    } catch {
      return WarmingOutcome(error)
    }
  }
}
