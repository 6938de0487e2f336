package import Decoding
package import Imaging

/// The bitmap that a tile is made from, and where it was found.
package struct LoadedPicture: Sendable {
  /// The picture, scaled and turned as it is shown.
  package let bitmap: Bitmap
  /// What is known of the picture.
  package let info: PictureInfo
  /// False where the file was being written meanwhile: not to be kept, for it is no longer that.
  package let isStable: Bool
  /// Where it was found.
  package let origin: Provenance.Origin
  /// Whether it is a response past its lifetime, which its server might answer otherwise by now.
  package let isStale: Bool

  /// Takes what a decoder answered, and where its file came from.
  /// - Parameters:
  ///   - decoded: The answer.
  ///   - info: What is known of the picture where that is not in the answer, as for a thumbnail.
  ///   - origin: Where it was found.
  ///   - isStale: Whether it is a response past its lifetime.
  package init(
    _ decoded: DecodedImage, info: PictureInfo? = nil, origin: Provenance.Origin,
    isStale: Bool = false
  ) {
    bitmap = decoded.bitmap
    self.info = info ?? decoded.info
    isStable = decoded.isStable
    self.origin = origin
    self.isStale = isStale
  }
}
