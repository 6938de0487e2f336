/// How a picture must be turned before it is shown: the values of the EXIF tag Orientation
/// (CIPA DC-008, 0x0112), where the name says where the stored row 0 and column 0 are seen.
package enum Orientation: Int, CaseIterable, Hashable, Sendable {
  case topLeft = 1
  case topRight = 2
  case bottomRight = 3
  case bottomLeft = 4
  case leftTop = 5
  case rightTop = 6
  case rightBottom = 7
  case leftBottom = 8

  /// Whether width and height change places.
  package var swapsSides: Bool { rawValue >= Orientation.leftTop.rawValue }

  /// The size of a picture as it is shown, from its stored size in pixels.
  package func shown(_ stored: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
  }
}
