import Imaging

/// Structure and texts of an untrusted PNG, without its pixels.
struct ThumbnailReading: Hashable {
  let pixels: PixelSize
  private(set) var texts = ThumbnailTexts()

  /// Limits that no real thumbnail reaches.
  private static let chunkLimit = 8192
  private static let textLimit = 64

  /// Reads a whole file, including what follows the pixels; nil if anything is missing or a
  /// checksum is wrong.
  init?(whole bytes: [UInt8]) {
    guard var reader = PNGChunkReader(bytes), let header = Self(header: reader.next()) else {
      return nil
    }
    self = header
    guard let last = takeTexts(from: &reader, where: { !$0.isOf(type: "IEND") }),
      last.data.isEmpty, hasPixels
    else { return nil }
  }

  /// Reads the start of a file up to its pixels, as far as it is valid; enough to see who wrote it.
  init?(startOf bytes: [UInt8]) {
    guard var reader = PNGChunkReader(bytes), let header = Self(header: reader.next()) else {
      return nil
    }
    self = header
    _ = takeTexts(from: &reader, where: { !$0.isOf(type: "IDAT") })
  }

  private var textCount = 0
  private var hasPixels = false

  /// IHDR (W3C PNG, section 11.2.1).
  private init?(header: PNGChunk?) {
    guard let header, header.isOf(type: "IHDR"), header.data.count == 13,
      let width = header.data.bigEndian, let height = header.data.dropFirst(4).bigEndian,
      width > 0, height > 0
    else { return nil }
    pixels = PixelSize(width: width, height: height)
  }

  private mutating func takeTexts(
    from reader: inout PNGChunkReader, where goesOn: (PNGChunk) -> Bool
  ) -> PNGChunk? {
    for _ in 0..<Self.chunkLimit {
      guard let chunk = reader.next() else { return nil }
      guard goesOn(chunk) else { return chunk }
      if chunk.isOf(type: "IDAT") { hasPixels = true }
      guard takeText(chunk) else { return nil }
    }
    return nil
  }

  /// Adds a text chunk; false beyond the limit.
  private mutating func takeText(_ chunk: PNGChunk) -> Bool {
    guard let (key, value) = PNGText.text(of: chunk) else { return true }
    textCount += 1
    if let key = ThumbnailText(rawValue: key), let value = value() { texts.add(value, for: key) }
    return textCount <= Self.textLimit
  }
}
