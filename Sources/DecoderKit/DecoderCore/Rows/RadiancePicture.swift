import DecoderProtocol
import Imaging

/// A Radiance HDR image: linear light, three mantissas with a shared exponent.
///
/// Ward, "Real Pixels", in Graphics Gems II, 1991, and the Radiance `picture` format.
struct RadiancePicture: RowPicture {
  let size: PixelSize
  let orientation: Orientation
  let hasAlpha = false

  private var cursor: ByteCursor
  private var planes: [UInt8]

  private static let longestLine = 4096

  init(_ bytes: [UInt8]) throws(PictureError) {
    cursor = ByteCursor(bytes[...])
    while let line = try Self.line(&cursor), !line.isEmpty {
      if line.hasPrefix("FORMAT="), line != "FORMAT=32-bit_rle_rgbe" {
        throw .unsupported("Radiance HDR of other colours than red, green and blue")
      }
    }
    guard let line = try Self.line(&cursor) else { throw .truncated }
    let words = line.split(separator: " ")
    guard words.count == 4, let first = Int(words[1]), let second = Int(words[3]) else {
      throw .damaged
    }
    switch (words[0], words[2]) {
    case ("-Y", "+X"): orientation = .topLeft
    case ("-Y", "-X"): orientation = .topRight
    case ("+Y", "+X"): orientation = .bottomLeft
    case ("+Y", "-X"): orientation = .bottomRight
    case ("+X", "-Y"): orientation = .leftTop
    case ("-X", "-Y"): orientation = .rightTop
    case ("-X", "+Y"): orientation = .rightBottom
    case ("+X", "+Y"): orientation = .leftBottom
    default: throw .damaged
    }
    size = PixelSize(width: second, height: first)
    try PictureLimit.checkRows(size)
    planes = Array(repeating: 0, count: size.width * 4)
  }

  private static func line(_ cursor: inout ByteCursor) throws(PictureError) -> String? {
    var line: [UInt8] = []
    while let byte = cursor.next() {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      guard line.count < longestLine else { throw .damaged }
      line.append(byte)
    }
    return nil
  }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    guard readPlanes() else { return .end }
    let width = size.width
    for x in 0..<width {
      let exponent = planes[3 * width + x]
      let scale =
        exponent == 0 ? 0 : Float(sign: .plus, exponent: Int(exponent) - 136, significand: 1)
      let mantissa = SIMD3(Float(planes[x]), Float(planes[width + x]), Float(planes[2 * width + x]))
      let color = HDRColors.screen(ofLight: mantissa * scale)
      for channel in 0..<3 { row[x * 4 + channel] = color[channel] }
      row[x * 4 + 3] = 255
    }
    return .whole
  }

  /// Reads a row: planes in RLE, or pixels in which (1, 1, 1) marks a repetition.
  private mutating func readPlanes() -> Bool {
    let (start, width) = (cursor, size.width)
    guard let head = cursor.next(4).map(Array.init) else { return false }
    if (8..<0x8000).contains(width), head[0] == 2, head[1] == 2,
      Int(head[2]) << 8 | Int(head[3]) == width
    {
      return (0..<4).allSatisfy { readRuns(of: $0 * width) }
    }
    cursor = start
    return readPixels()
  }

  private mutating func readRuns(of plane: Int) -> Bool {
    var x = 0
    while x < size.width {
      guard let head = cursor.next() else { return false }
      if head > 128 {
        let count = min(Int(head) - 128, size.width - x)
        guard let value = cursor.next() else { return false }
        for _ in 0..<count {
          planes[plane + x] = value
          x += 1
        }
      } else {
        guard head > 0, let values = cursor.next(Int(head)) else { return false }
        for value in values.prefix(size.width - x) {
          planes[plane + x] = value
          x += 1
        }
      }
    }
    return true
  }

  private mutating func readPixels() -> Bool {
    var (x, shift) = (0, 0)
    while x < size.width {
      guard let pixel = cursor.next(4).map(Array.init) else { return false }
      guard pixel[0] == 1, pixel[1] == 1, pixel[2] == 1 else {
        for channel in 0..<4 { planes[channel * size.width + x] = pixel[channel] }
        (x, shift) = (x + 1, 0)
        continue
      }
      // There is no pixel to repeat before the first one.
      guard x > 0, shift < 32 else { return false }
      for _ in 0..<min(Int(pixel[3]) << shift, size.width - x) {
        for channel in 0..<4 {
          planes[channel * size.width + x] = planes[channel * size.width + x - 1]
        }
        x += 1
      }
      shift += 8
    }
    return true
  }
}
