/// The EXIF tag Orientation (CIPA DC-008, 0x0112): where row 0 and column 0 are displayed.
package enum Orientation: Int, CaseIterable, Hashable, Sendable {
  case topLeft = 1
  case topRight = 2
  case bottomRight = 3
  case bottomLeft = 4
  case leftTop = 5
  case rightTop = 6
  case rightBottom = 7
  case leftBottom = 8

  package var swapsSides: Bool { rawValue >= Orientation.leftTop.rawValue }

  package func shown(_ stored: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
  }

  /// The composition of this orientation and another one.
  package func followed(by next: Orientation) -> Orientation {
    let size = PixelSize(width: 2, height: 3)
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

  package var reversed: Orientation {
    switch self {
    case .rightTop: .leftBottom
    case .leftBottom: .rightTop
    default: self
    }
  }

  /// The stored area of a displayed area inside an image of the stored size.
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
