import DecoderProtocol
import Imaging

/// The headers of a BMP (Microsoft, "Bitmap Storage"; also the 12-byte header of OS/2).
struct BMPHeader {
  enum Packing {
    /// Palette indices of 1, 4 or 8 bits.
    case palette
    /// Pixels of 16, 24 or 32 bits with a bit mask per channel.
    case masks
    /// Run-length encoded palette indices of 4 or 8 bits.
    case runs
  }

  private static let fileHeaderLength = 14
  private static let oldHeaderLength = 12
  let size: PixelSize
  let isTopDown: Bool
  let bitsPerPixel: Int
  let packing: Packing
  /// Bit masks of red, green, blue and alpha; zero for a missing channel.
  private(set) var masks: [UInt32]
  private(set) var palette: [UInt8] = []
  private(set) var pixelStart: Int

  init(_ file: [UInt8]) throws(PictureError) {
    guard let length = file.little(at: 14, 4), length >= Self.oldHeaderLength else {
      throw .truncated
    }
    let isOld = length == Self.oldHeaderLength
    let fieldLength = isOld ? 2 : 4
    guard let start = file.little(at: 10, 4), let width = file.little(at: 18, fieldLength),
      let height = file.little(at: 18 + fieldLength, fieldLength),
      let bits = file.little(at: isOld ? 24 : 28, 2),
      let compression = isOld ? 0 : file.little(at: 30, 4)
    else { throw .truncated }
    let signedHeight = isOld ? height : Int(Int32(truncatingIfNeeded: height))
    size = PixelSize(width: width, height: abs(signedHeight))
    isTopDown = signedHeight < 0
    bitsPerPixel = bits
    pixelStart = start
    packing = try Self.packing(compression, bits)
    masks = Self.usualMasks(bits)
    try PictureLimit.check(size)
    // One row is kept in memory.
    guard size.width <= PictureLimit.side else { throw .tooManyPixels(size) }
    if packing == .masks {
      readMasks(file, compression, headerLength: length)
    } else {
      readPalette(file, headerLength: length, isOld: isOld)
    }
    // Some programs leave the pixel offset zero; then the pixels follow the headers.
    if start < Self.fileHeaderLength + length {
      let maskCount = length > 40 ? 0 : compression == 3 ? 3 : compression == 6 ? 4 : 0
      pixelStart =
        Self.fileHeaderLength + length + maskCount * 4 + palette.count / 4 * (isOld ? 3 : 4)
    }
  }

  private static func packing(_ compression: Int, _ bits: Int) throws(PictureError) -> Packing {
    switch (compression, bits) {
    case (0, 1), (0, 4), (0, 8): .palette
    case (1, 8), (2, 4): .runs
    case (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32): .masks
    case (4, _): throw .unsupported("BMP with a JPEG inside")
    case (5, _): throw .unsupported("BMP with a PNG inside")
    default: throw .damaged
    }
  }

  private static func usualMasks(_ bits: Int) -> [UInt32] {
    bits == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
  }

  /// Reads the masks after the first 40 bytes, their offset in every header version.
  private mutating func readMasks(_ file: [UInt8], _ compression: Int, headerLength: Int) {
    guard compression != 0 else { return }
    let hasAlpha = compression == 6 || headerLength >= 56
    for index in 0..<(hasAlpha ? 4 : 3) {
      masks[index] = UInt32(file.little(at: Self.fileHeaderLength + 40 + index * 4, 4) ?? 0)
    }
  }

  private mutating func readPalette(_ file: [UInt8], headerLength: Int, isOld: Bool) {
    let used = isOld ? 0 : file.little(at: 46, 4) ?? 0
    let most = 1 << bitsPerPixel
    let entryLength = isOld ? 3 : 4
    var place = Self.fileHeaderLength + headerLength
    for _ in 0..<(used == 0 ? most : min(used, most)) {
      guard place + 3 <= file.count else { return }
      palette += [file[place + 2], file[place + 1], file[place], 255]
      place += entryLength
    }
  }
}

extension [UInt8] {
  /// Reads a little-endian number; nil if out of range.
  func little(at index: Int, _ length: Int) -> Int? {
    guard index >= 0, index + length <= count else { return nil }
    return self[index..<index + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
