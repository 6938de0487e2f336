/// A rectangle of pixels.
package struct PixelRect: Hashable, Sendable {
  /// The pixels to the left of it, and above it.
  package var x, y: Int
  /// The size in pixels.
  package var size: PixelSize

  /// Makes a rectangle of four numbers, in pixels.
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    size = PixelSize(width: width, height: height)
  }

  /// Makes the rectangle of all pixels of a size.
  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Makes the least rectangle that covers what may begin and end within pixels.
  package init(covering columns: Range<Double>, _ rows: Range<Double>) {
    let (x, y) = (Int(columns.lowerBound), Int(rows.lowerBound))
    self.init(
      x: x, y: y, width: Int(columns.upperBound.rounded(.up)) - x,
      height: Int(rows.upperBound.rounded(.up)) - y)
  }

  /// The columns that it covers, from the left.
  package var columns: Range<Int> { x..<x + max(0, size.width) }

  /// The rows that it covers, from the top.
  package var rows: Range<Int> { y..<y + max(0, size.height) }

  /// The part that lies inside a picture; a pixel at the nearest edge where none does.
  /// - Parameter picture: A size in pixels, not empty.
  /// - Returns: A rectangle that is not empty.
  package func clamped(into picture: PixelSize) -> PixelRect {
    func side(_ covered: Range<Int>, _ length: Int) -> Range<Int> {
      let start = min(max(0, covered.lowerBound), length - 1)
      return start..<min(max(start + 1, covered.upperBound), length)
    }
    let (columns, rows) = (side(columns, picture.width), side(rows, picture.height))
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}

extension PixelRect: CustomStringConvertible {
  /// The rectangle as people write it: `1920x1080+400+300`.
  package var description: String { "\(size)+\(x)+\(y)" }
}
