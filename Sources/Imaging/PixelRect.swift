package struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  package var x, y: Int
  package var size: PixelSize

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y) = (x, y)
    size = PixelSize(width: width, height: height)
  }

  package init(columns: Range<Int>, rows: Range<Int>) {
    self.init(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The smallest rectangle that covers fractional ranges.
  package init(covering columns: Range<Double>, _ rows: Range<Double>) {
    let (x, y) = (Int(columns.lowerBound), Int(rows.lowerBound))
    self.init(
      x: x, y: y, width: Int(columns.upperBound.rounded(.up)) - x,
      height: Int(rows.upperBound.rounded(.up)) - y)
  }

  package var columns: Range<Int> { x..<x + max(0, size.width) }

  package var rows: Range<Int> { y..<y + max(0, size.height) }

  /// Clips to an image that must not be empty; at least one pixel remains, at the nearest edge.
  package func clamped(into picture: PixelSize) -> PixelRect {
    func side(_ covered: Range<Int>, _ length: Int) -> Range<Int> {
      let start = min(max(0, covered.lowerBound), length - 1)
      return start..<min(max(start + 1, covered.upperBound), length)
    }
    return PixelRect(columns: side(columns, picture.width), rows: side(rows, picture.height))
  }

  package var description: String { "\(size)+\(x)+\(y)" }
}
