import DecoderProtocol
import Imaging

/// A Targa image (Truevision, "TGA File Format Specification", version 2.0).
struct TGAPicture: RowPicture {
  let size: PixelSize
  let orientation: Orientation
  let hasAlpha: Bool

  private var cursor: ByteCursor
  private let kind: Kind
  private let hasRuns: Bool
  private let pixelLength: Int
  private var palette: [SIMD4<UInt8>] = []
  private var firstNumber = 0
  /// The current packet: remaining pixels, and the repeated pixel if it is a run.
  private var run: (left: Int, pixel: SIMD4<UInt8>?) = (0, nil)

  private enum Kind: UInt8 {
    case palette = 1
    case color = 2
    case gray = 3
  }

  init(_ bytes: [UInt8]) throws(PictureError) {
    guard bytes.count >= 18 else { throw .truncated }
    guard let kind = Kind(rawValue: bytes[2] & 7) else { throw .damaged }
    self.kind = kind
    hasRuns = bytes[2] & 8 != 0
    func number(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
    size = PixelSize(width: number(12), height: number(14))
    let (depth, descriptor) = (Int(bytes[16]), bytes[17])
    pixelLength = (depth + 7) / 8
    hasAlpha = depth == 32 && descriptor & 0xF == 8
    let corners: [Orientation] = [.bottomLeft, .bottomRight, .topLeft, .topRight]
    orientation = corners[Int(descriptor >> 4 & 3)]
    guard kind == .color ? [15, 16, 24, 32].contains(depth) : depth == 8 else {
      throw .unsupported("TGA of \(depth) bits a pixel")
    }
    try PictureLimit.checkRows(size)
    cursor = ByteCursor(bytes.dropFirst(18 + Int(bytes[0])))
    guard bytes[1] == 1 else {
      guard kind != .palette else { throw .damaged }
      return
    }
    let (count, bits) = (number(5), Int(bytes[7]))
    guard [15, 16, 24, 32].contains(bits) else { throw .damaged }
    guard let colors = cursor.next(count * ((bits + 7) / 8)) else { throw .truncated }
    guard kind == .palette else { return }
    firstNumber = number(3)
    palette = (0..<count).map { index in
      Self.color(colors.dropFirst(index * ((bits + 7) / 8)).prefix((bits + 7) / 8), false)
    }
  }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    for start in stride(from: 0, to: row.count, by: 4) {
      guard let pixel = nextPixel() else { return .end }
      for channel in 0..<4 { row[start + channel] = pixel[channel] }
    }
    return .whole
  }

  private mutating func nextPixel() -> SIMD4<UInt8>? {
    guard hasRuns else { return storedPixel() }
    if run.left == 0 {
      guard let head = cursor.next() else { return nil }
      run = (Int(head & 0x7F) + 1, nil)
      if head & 0x80 != 0 {
        guard let pixel = storedPixel() else { return nil }
        run.pixel = pixel
      }
    }
    run.left -= 1
    return run.pixel ?? storedPixel()
  }

  private mutating func storedPixel() -> SIMD4<UInt8>? {
    guard let bytes = cursor.next(pixelLength), let first = bytes.first else { return nil }
    switch kind {
    case .palette:
      let index = Int(first) - firstNumber
      return palette.indices.contains(index) ? palette[index] : SIMD4(0, 0, 0, 255)
    case .gray: return SIMD4(first, first, first, 255)
    case .color: return Self.color(bytes, hasAlpha)
    }
  }

  /// Converts BGR, or 5 bits per channel if there are two bytes.
  private static func color(_ bytes: ArraySlice<UInt8>, _ hasAlpha: Bool) -> SIMD4<UInt8> {
    let first = bytes.startIndex
    guard bytes.count == 2 else {
      return SIMD4(
        bytes[first + 2], bytes[first + 1], bytes[first], hasAlpha ? bytes[first + 3] : 255)
    }
    let all = Int(bytes[first]) | Int(bytes[first + 1]) << 8
    func part(_ shift: Int) -> UInt8 { UInt8(((all >> shift & 31) * 255 + 15) / 31) }
    return SIMD4(part(10), part(5), part(0), 255)
  }
}
