package import Catalog
import Concurrency
import DecoderMessages
import Decoding
import Imaging
package import Thumbnails

/// What became of a photo that was to be made ready.
package enum WarmingOutcome: Hashable, Sendable {
  /// Its thumbnail has been made, or its file has been brought here.
  case made
  /// Nothing was to be done: it is here.
  case there
  /// It is no larger than a thumbnail.
  case needsNone
  /// Another machine makes it right now, and will share it.
  case madeElsewhere
  /// It cannot be had; carries why.
  case failed(ImageError.Cause)

  /// What a file came to that was decoded for its thumbnail.
  /// - Parameters:
  ///   - picture: The picture of the file.
  ///   - thumbnails: Where its thumbnail is kept.
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

  /// What it comes to that there is no picture here.
  init(_ cause: ImageError.Cause) {
    self =
      switch cause {
      case .isShared: .there
      case .madeElsewhere: .madeElsewhere
      default: .failed(cause)
      }
  }
}

/// Makes photos ready that nobody looks at yet: thumbnails of files, and what is kept of pictures on the web.
package struct PictureWarming: Sendable {
  private let files: FilePictureLoader
  private let web: WebPictureLoader

  /// Takes what loads files, with thumbnails, and what loads from the web.
  package init(files: FilePictureLoader, web: WebPictureLoader) {
    self.files = files
    self.web = web
  }

  /// Makes a photo ready for boxes of a size; callable from any task, many at a time.
  ///
  /// A cancelled task ends at the next step; what it has done by then is not lost.
  /// - Parameters:
  ///   - photo: The photo.
  ///   - size: The class that fills such boxes.
  ///   - mayLeave: Whether it is left to another machine that makes it right now: then that is the outcome.
  /// - Returns: What became of it.
  package func warm(
    _ photo: Photo, for size: ThumbnailSize, mayLeave: Bool = false
  ) async -> WarmingOutcome {
    switch photo.source {
    case .file: await files.warm(photo, for: size, mayLeave: mayLeave)
    case .web(let found):
      found.isCard ? .there : await load(photo, for: size, mayLeave: mayLeave)
    }
  }

  /// Returns when everything is on disk that has been made.
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
