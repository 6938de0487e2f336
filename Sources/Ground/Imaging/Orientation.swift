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

  /// The turn that is the same as this one and then another.
  package func followed(by next: Orientation) -> Orientation {
    let size = PixelSize(width: 2, height: 3)
    // Where two corners come from tells everything.
    func origin(_ corner: PixelRect) -> PixelRect {
      stored(next.stored(corner, of: shown(size)), of: size)
    }
    let seen = next.shown(shown(size))
    let corners = [(0, 0), (seen.width - 1, 0)].map {
      PixelRect(x: $0.0, y: $0.1, width: 1, height: 1)
    }
    return Self.allCases.first { turn in
      corners.allSatisfy { turn.stored($0, of: size) == origin($0) } && turn.shown(size) == seen
    } ?? .topLeft
  }

  /// Where a part of a picture is stored that is shown somewhere else.
  /// - Parameters:
  ///   - shown: The part, in pixels of the picture as it is shown, inside it.
  ///   - size: The stored size of the whole picture, in pixels.
  /// - Returns: The same pixels as they are stored.
  package func stored(_ shown: PixelRect, of size: PixelSize) -> PixelRect {
    let part = self.shown(shown.size)
    let right = size.width - part.width
    let bottom = size.height - part.height
    let (x, y) =
      switch self {
      case .topLeft: (shown.x, shown.y)
      case .topRight: (right - shown.x, shown.y)
      case .bottomRight: (right - shown.x, bottom - shown.y)
      case .bottomLeft: (shown.x, bottom - shown.y)
      case .leftTop: (shown.y, shown.x)
      case .rightTop: (shown.y, bottom - shown.x)
      case .rightBottom: (right - shown.y, bottom - shown.x)
      case .leftBottom: (right - shown.y, shown.x)
      }
    return PixelRect(x: x, y: y, width: part.width, height: part.height)
  }
}
