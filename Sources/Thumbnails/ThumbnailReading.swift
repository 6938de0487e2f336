import Imaging

/// What the frame of a PNG says, without its pixels: a thumbnail is foreign input.
struct ThumbnailReading: Hashable {
  /// The size in pixels.
  let pixels: PixelSize
  private(set) var texts = ThumbnailTexts()

  /// More chunks or texts than any thumbnail has are not looked at.
  private static let chunkLimit = 8192
  private static let textLimit = 64

  /// Reads a whole file, also what comes after the pixels; nil where anything is missing or a
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

  /// Reads the beginning of a file up to its pixels, or as far as it is whole; enough to see who
  /// wrote it.
  init?(startOf bytes: [UInt8]) {
    guard var reader = PNGChunkReader(bytes), let header = Self(header: reader.next()) else {
      return nil
    }
    self = header
    _ = takeTexts(from: &reader, where: { !$0.isOf(type: "IDAT") })
  }

  private var textCount = 0
  private var hasPixels = false

  /// Reads IHDR (W3C PNG, section 11.2.1).
  private init?(header: PNGChunk?) {
    guard let header, header.isOf(type: "IHDR"), header.data.count == 13,
      let width = header.data.bigEndian, let height = header.data.dropFirst(4).bigEndian,
      width > 0, height > 0
    else { return nil }
    pixels = PixelSize(width: width, height: height)
  }

  /// Takes chunks for as long as a condition holds; returns the one that ended it.
  private mutating func takeTexts(
    from reader: inout PNGChunkReader, where goesOn: (PNGChunk) -> Bool
  ) -> PNGChunk? {
    for _ in 0..<Self.chunkLimit {
      guard let chunk = reader.next() else { return nil }
      guard goesOn(chunk) else { return chunk }
      if chunk.isOf(type: "IDAT") { hasPixels = true }
      if chunk.isOf(type: "tEXt") {
        textCount += 1
        guard textCount <= Self.textLimit else { return nil }
        takeText(chunk)
      }
    }
    return nil
  }

  /// Takes a keyword, a zero and a value (W3C PNG, section 11.3.3).
  private mutating func takeText(_ chunk: PNGChunk) {
    guard let end = chunk.data.firstIndex(of: 0),
      let key = ThumbnailText(rawValue: String(decoding: chunk.data[..<end], as: UTF8.self))
    else { return }
    texts.add(Array(chunk.data[(end + 1)...]), for: key)
  }
}
