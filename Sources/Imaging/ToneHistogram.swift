/// Histograms of the channels and luma of an image or region.
package struct ToneHistogram: Hashable, Sendable {
  package static let binCount = 256
  package static let pixelLimit = 1 << 20

  package private(set) var red = [Int](repeating: 0, count: binCount)
  package private(set) var green = [Int](repeating: 0, count: binCount)
  package private(set) var blue = [Int](repeating: 0, count: binCount)
  /// Rounded 0.2126 R' + 0.7152 G' + 0.0722 B' of nonlinear sRGB (ITU-R BT.709-6, section 3.2).
  package private(set) var luma = [Int](repeating: 0, count: binCount)
  package private(set) var pixelCount = 0
  private var clipped: [Clipping: Int] = [:]

  /// Counts opaque pixels; may be called from any thread.
  ///
  /// Above `pixelLimit` only every n-th pixel of every n-th row; `area` is clipped to the bitmap.
  package init(of bitmap: Bitmap, in area: PixelRect? = nil) {
    guard bitmap.size.area > 0 else { return }
    let area = (area ?? PixelRect(bitmap.size)).clamped(into: bitmap.size)
    let step = Self.step(over: area.size)
    let bytes = bitmap.bytes.span
    var (highlights, shadows) = (0, 0)
    for y in stride(from: area.y, to: area.rows.upperBound, by: step) {
      for x in stride(from: area.x, to: area.columns.upperBound, by: step) {
        let start = (y * bitmap.size.width + x) * 4
        guard bytes[start + 3] == 255 else { continue }
        let (r, g, b) = (bytes[start], bytes[start + 1], bytes[start + 2])
        red[Int(r)] += 1
        green[Int(g)] += 1
        blue[Int(b)] += 1
        luma[Self.luma(r, g, b)] += 1
        pixelCount += 1
        switch Clipping(r, g, b) {
        case .highlights: highlights += 1
        case .shadows: shadows += 1
        case nil: break
        }
      }
    }
    clipped = [.highlights: highlights, .shadows: shadows]
  }

  package func clippedShare(_ clipping: Clipping) -> Double {
    pixelCount > 0 ? Double(clipped[clipping] ?? 0) / Double(pixelCount) : 0
  }

  private static func step(over size: PixelSize) -> Int {
    var step = 1
    while (size.width + step - 1) / step * ((size.height + step - 1) / step) > pixelLimit {
      step += 1
    }
    return step
  }

  private static func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    (2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) + 5000) / 10_000
  }
}
