internal import Imaging

/// A painting under way: one colour a pixel, not yet rounded to bytes.
///
/// Layers measure in picture heights, so that they know nothing of pixels except how wide one is.
struct Raster: Sendable {
  /// The size in pixels.
  let size: PixelSize
  /// The colours, row by row.
  var pixels: [Light]

  init(size: PixelSize) {
    self.size = size
    pixels = Array(repeating: 0x000000, count: size.area)
  }

  /// The number of pixels in one picture height.
  var scale: Double { Double(size.height) }

  /// The width in picture heights.
  var width: Double { Double(size.width) / scale }

  /// The middle of a column, in picture heights from the left edge.
  func x(_ column: Int) -> Double { (Double(column) + 0.5) / scale }

  /// The middle of a row, in picture heights from the top edge.
  func y(_ row: Int) -> Double { (Double(row) + 0.5) / scale }

  /// How much of a pixel is covered by a shape whose edge lies that many picture heights away,
  /// positive inside: the anti-aliasing of everything.
  func coverage(_ inside: Double) -> Double {
    (inside * scale + 0.5).clamped
  }

  /// The columns that touch an area.
  func columns(_ area: Area) -> Range<Int> {
    pixelRange(area.left, area.right, limit: size.width)
  }

  /// The rows that touch an area.
  func rows(_ area: Area) -> Range<Int> {
    pixelRange(area.top, area.bottom, limit: size.height)
  }

  /// Calls a change for every pixel of an area with the pixel's middle in picture heights.
  mutating func change(
    _ area: Area = Area(), _ body: (_ x: Double, _ y: Double, _ pixel: inout Light) -> Void
  ) {
    let columns = columns(area)
    for row in rows(area) {
      let y = y(row)
      for column in columns {
        body(x(column), y, &pixels[row * size.width + column])
      }
    }
  }

  /// The colour at a place, mixed from the rows above and below; the nearest inside where the place
  /// lies outside.
  func light(at x: Double, _ y: Double) -> Light {
    let column = min(size.width - 1, max(0, Int(x * scale)))
    let place = min(scale - 1, max(0, y * scale - 0.5))
    let row = Int(place)
    let next = min(size.height - 1, row + 1)
    return pixels[row * size.width + column]
      .mixed(with: pixels[next * size.width + column], place - Double(row))
  }

  private func pixelRange(_ start: Double, _ end: Double, limit: Int) -> Range<Int> {
    let last = Double(limit)
    let lower = min(last, max(0, (start * scale).rounded(.down)))
    let upper = min(last, max(lower, (end * scale).rounded(.up)))
    return Int(lower)..<Int(upper)
  }
}
