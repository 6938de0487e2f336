/// How a picture looks from afar, said in a few characters before any byte of it has come.
///
/// It is kept as it was said, in 8 bytes, and for a hash some 60 more on the heap: a feed may have a
/// hundred thousand photos, of which a screen shows fifty.
package enum PictureHint: Hashable, Sendable {
  /// One colour for all of it, as a rule the mean.
  case color(RGB)
  /// A few waves of colour.
  case blurHash(BlurHash)
  /// The same in another form, with the proportions of the picture.
  case thumbHash(ThumbHash)

  /// The longest side of a bitmap, in pixels: all that the finest hash can say.
  private static let side = 32

  /// The proportions of the picture as far as the hint itself tells them; nil where it does not.
  package var shape: PixelSize? {
    guard case .thumbHash(let hash) = self else { return nil }
    return hash.shape
  }

  /// The blurred picture; it takes some ten thousand multiplications, whatever the hint says.
  /// - Parameter shape: The proportions that it is to have; zero and less count as one.
  /// - Returns: One pixel of a single colour, else a bitmap with 32 pixels on its longer side.
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
