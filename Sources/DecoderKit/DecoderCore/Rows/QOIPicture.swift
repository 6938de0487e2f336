import DecoderProtocol
import Imaging

/// A Quite OK Image (qoiformat.org, specification 1.0).
struct QOIPicture: RowPicture {
  let size: PixelSize
  let hasAlpha: Bool

  private var cursor: ByteCursor
  private var pixel = SIMD4<UInt8>(0, 0, 0, 255)
  private var seen = [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 0), count: 64)
  private var run = 0

  init(_ bytes: [UInt8]) throws(PictureError) {
    cursor = ByteCursor(bytes.dropFirst(4))
    guard let width = cursor.big(4), let height = cursor.big(4), let channels = cursor.big(1),
      cursor.big(1) != nil
    else { throw .truncated }
    size = PixelSize(width: width, height: height)
    hasAlpha = channels == 4
    guard (3...4).contains(channels) else { throw .damaged }
    try PictureLimit.checkRows(size)
  }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    for start in stride(from: 0, to: row.count, by: 4) {
      if run > 0 { run -= 1 } else if !readPixel() { return .end }
      for channel in 0..<4 { row[start + channel] = pixel[channel] }
    }
    return .whole
  }

  private mutating func readPixel() -> Bool {
    guard let tag = cursor.next() else { return false }
    let low = tag & 0x3F
    switch (tag, tag >> 6) {
    case (0xFE, _), (0xFF, _):
      guard let bytes = cursor.next(tag == 0xFE ? 3 : 4) else { return false }
      for (channel, byte) in zip(0..., bytes) { pixel[channel] = byte }
    case (_, 0): pixel = seen[Int(low)]
    case (_, 1): pixel &+= SIMD4(low >> 4, low >> 2 & 3, low & 3, 2) &- 2
    case (_, 2):
      guard let next = cursor.next() else { return false }
      let green = low &- 32
      pixel &+= SIMD4(green &+ (next >> 4) &- 8, green, green &+ (next & 0xF) &- 8, 0)
    default: run = Int(low)
    }
    let hash = pixel &* SIMD4(3, 5, 7, 11)
    seen[Int(hash.wrappedSum() % 64)] = pixel
    return true
  }
}
