package import Imaging

/// When an embedded thumbnail may stand for its photo.
package struct ThumbnailRule {
  /// How far the proportions may differ, as a share.
  ///
  /// Rounding to whole pixels needs up to 1 %; a camera that puts black bars round a photo of 3:2
  /// to make it 4:3 is off by 12 %.
  static let tolerance = 0.02

  /// The stored sizes of the photo and of its thumbnail, in pixels.
  let photo: PixelSize
  let thumbnail: PixelSize

  /// Takes the stored sizes of both, in pixels.
  package init(photo: PixelSize, thumbnail: PixelSize) {
    self.photo = photo
    self.thumbnail = thumbnail
  }

  /// Tells whether both have the same proportions, so that no bars and no other crop are shown.
  package var hasSameShape: Bool {
    let photoShape = Double(photo.width) * Double(thumbnail.height)
    let thumbnailShape = Double(thumbnail.width) * Double(photo.height)
    return abs(thumbnailShape - photoShape) <= photoShape * Self.tolerance
  }

  /// Tells whether the thumbnail is as good as the photo in a box: nothing would be enlarged.
  /// - Parameter box: The box in pixels, turned as the photo is stored.
  /// - Returns: False also where the proportions differ.
  package func suffices(for box: PixelSize) -> Bool {
    hasSameShape && thumbnail.covers(photo.fitted(into: box))
  }

  /// The size of the bitmap that the thumbnail gives in a box.
  /// - Parameter box: The box in pixels, turned as the photo is stored.
  /// - Returns: The photo's own fitted size where the thumbnail is large enough for that, otherwise
  ///   the thumbnail's, in pixels.
  package func size(in box: PixelSize) -> PixelSize {
    let wanted = photo.fitted(into: box)
    return thumbnail.covers(wanted) ? wanted : thumbnail.fitted(into: box)
  }
}
