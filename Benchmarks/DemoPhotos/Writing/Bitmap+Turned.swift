internal import Imaging

extension Bitmap {
  /// The bitmap as it is stored so that turning it as the orientation says shows it upright.
  func stored(for orientation: Orientation) -> Bitmap {
    var turned = Bitmap(size: orientation.shown(size))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = storedPlace(x, y, orientation)
        turned[place.x, place.y] = self[x, y]
      }
    }
    return turned
  }

  private func storedPlace(_ x: Int, _ y: Int, _ orientation: Orientation) -> (x: Int, y: Int) {
    let right = size.width - 1 - x
    let bottom = size.height - 1 - y
    return switch orientation {
    case .topLeft: (x, y)
    case .topRight: (right, y)
    case .bottomRight: (right, bottom)
    case .bottomLeft: (x, bottom)
    case .leftTop: (y, x)
    case .rightTop: (y, right)
    case .rightBottom: (bottom, right)
    case .leftBottom: (bottom, x)
    }
  }
}
