package import Catalog
import Decoding
package import Imaging

/// Tells more of photos than their tiles show, to whoever asks from any task.
package protocol PhotoExamining: Sendable {
  /// What a photo's file says of it; of one on the web what has been kept of it says, and its feed.
  ///
  /// All texts are a stranger's. A cancelled task ends at the next step.
  /// - Throws: Why nothing can be read.
  func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata

  /// How often each tone occurs in what is seen of a photo.
  ///
  /// Nothing is decoded for it while memory holds what the photo's tile was made of. Of a whole photo that
  /// is shown in more than 1024 pixels along a side, it may be the tones of a smaller picture.
  /// - Throws: Why there is no picture, as for its tile.
  func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram
}

extension ImageLoading {
  /// Whoever has tiles alone cannot tell.
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    throw .decoding(.decoderUnavailable)
  }

  /// Whoever has tiles alone cannot tell.
  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    throw .decoding(.decoderUnavailable)
  }
}

/// What is seen of a photo.
package struct SeenPicture: Hashable, Sendable {
  /// What its tile is made for.
  package let request: ImageRequest
  /// The part of the picture that can be seen, where that is less than the tile shows; nil for all of it.
  package let part: PicturePart?

  /// Takes what a tile is made for, and what is seen of it.
  package init(_ request: ImageRequest, part: PicturePart? = nil) {
    self.request = request
    self.part = part
  }
}
