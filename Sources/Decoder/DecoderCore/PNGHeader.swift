import DecoderMessages
import Imaging

/// The chunk IHDR of a PNG (W3C PNG, section 11.2.1).
struct PNGHeader {
  /// The stored size in pixels.
  let size: PixelSize
  /// Tells whether the pixels have an alpha channel of their own.
  let hasAlphaChannel: Bool
  /// Tells whether the pixels are greys, with or without alpha.
  let isGray: Bool
  /// Tells whether the rows come in the seven passes of Adam7.
  let isInterlaced: Bool

  /// The first 29 bytes: the signature, length and type, and thirteen bytes of data.
  static let length = 29

  /// Reads the header of a file; nil where it does not begin with one.
  init?(_ file: [UInt8]) {
    guard file.count >= Self.length, file.bigEndian(at: 8) == 13,
      file[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    size = PixelSize(width: file.bigEndian(at: 16), height: file.bigEndian(at: 20))
    hasAlphaChannel = file[25] & 4 != 0
    isGray = file[25] & 2 == 0
    isInterlaced = file[28] != 0
  }

  /// Refuses a size that would cost too much memory.
  /// - Throws: `PictureError.damaged` for an empty picture, `PictureError.tooManyPixels`.
  func checkSize() throws(PictureError) {
    try PictureLimit.check(size, pixels: PictureLimit.png)
    guard max(size.width, size.height) <= PictureLimit.side else { throw .tooManyPixels(size) }
  }
}

extension [UInt8] {
  /// The four bytes from an index on as a number, the highest first.
  func bigEndian(at index: Int) -> Int {
    self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
