/// A placeholder for an image, known before any byte of it is loaded.
///
/// Takes 8 bytes, and about 60 more on the heap for a hash, since a feed may have 100,000 photos.
package enum PictureHint: Hashable, Sendable {
  case color(RGB)
  case blurHash(BlurHash)
  case thumbHash(ThumbHash)

  /// Longest side of the bitmap in pixels: the resolution of the finest hash.
  private static let side = 32

  package var shape: PixelSize? {
    guard case .thumbHash(let hash) = self else { return nil }
    return hash.shape
  }

  /// One pixel for a single color, otherwise 32 on the longer side; about 10,000 multiplications.
  package func bitmap(shapedAs shape: PixelSize) -> Bitmap {
    switch self {
    case .color(let color): Bitmap(size: PixelSize(width: 1, height: 1), filledWith: color)
    case .blurHash(let hash): hash.bitmap(Self.size(shapedAs: shape))
    case .thumbHash(let hash): hash.bitmap(Self.size(shapedAs: shape))
    }
  }

  private static func size(shapedAs shape: PixelSize) -> PixelSize {
    let (width, height) = (Double(max(1, shape.width)), Double(max(1, shape.height)))
    let scale = Double(side) / max(width, height)
    return PixelSize(
      width: max(1, Int((width * scale).rounded())),
      height: max(1, Int((height * scale).rounded())))
  }
}
