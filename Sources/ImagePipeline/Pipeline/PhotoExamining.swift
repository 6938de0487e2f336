package import Catalogs
package import Imaging

/// Reads metadata and histograms of photos; callable from any task.
package protocol PhotoExamining: Sendable {
  /// Metadata of a photo; of one on the web from its cached response and its feed.
  ///
  /// All text is untrusted. A cancelled task ends at the next step.
  func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata

  /// The histogram of the visible part of a photo.
  ///
  /// Uses the cached bitmap of the photo's tile if there is one. A whole photo shown at more than
  /// 1024 pixels a side may be counted at reduced size.
  func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram
}

extension ImageLoading {
  package func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    throw .decoding(.decoderUnavailable)
  }

  package func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    throw .decoding(.decoderUnavailable)
  }
}

package struct SeenPicture: Hashable, Sendable {
  package let request: ImageRequest
  /// Nil for all that the tile shows.
  package let part: PicturePart?

  package init(_ request: ImageRequest, part: PicturePart? = nil) {
    self.request = request
    self.part = part
  }
}
