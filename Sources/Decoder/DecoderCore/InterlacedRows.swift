import Imaging

/// Keeps a whole picture for the seven passes of Adam7 (W3C PNG, section 8).
struct InterlacedRows: RowTaking {
  /// The distance in pixels between the pixels that are known after each pass.
  private static let steps: [(x: Int, y: Int)] = [
    (8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2), (1, 1),
  ]

  private let size: PixelSize
  private let hasAlpha: Bool
  private var bytes: [UInt8]
  private var pass = 0

  /// Makes an empty picture.
  init(_ size: PixelSize, hasAlpha: Bool) {
    self.size = size
    self.hasAlpha = hasAlpha
    bytes = Array(repeating: 0, count: size.area * 4)
  }

  mutating func takeRow(
    _ number: Int, pass: Int, decode: (inout [UInt8], Range<Int>) -> Bool
  ) -> Bool {
    self.pass = pass
    let start = number * size.width * 4
    return decode(&bytes, start..<start + size.width * 4)
  }

  mutating func finish(isComplete: Bool) -> Bitmap {
    if !isComplete { spreadKnownPixels() }
    if hasAlpha { bytes.multiplyByAlpha() }
    defer { bytes = [] }
    return Bitmap(size: size, bytes: bytes)
  }

  /// Draws every pixel of the last whole pass as a block, up to its next neighbours.
  private mutating func spreadKnownPixels() {
    let step = Self.steps[max(0, pass - 1)]
    for y in 0..<size.height {
      for x in 0..<size.width where x % step.x != 0 || y % step.y != 0 {
        let known = ((y - y % step.y) * size.width + x - x % step.x) * 4
        let place = (y * size.width + x) * 4
        for channel in 0..<4 {
          bytes[place + channel] = bytes[known + channel]
        }
      }
    }
  }
}
