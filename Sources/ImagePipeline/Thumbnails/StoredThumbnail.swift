package import Base
package import Imaging

/// Structure and texts of an untrusted PNG, without its pixels.
struct ThumbnailReading: Hashable {
  let pixels: PixelSize
  private(set) var texts = ThumbnailTexts()

  /// Limits that no real thumbnail reaches.
  private static let chunkLimit = 8192
  private static let textLimit = 64
  /// In decompressed bytes: an address has three for each byte of the longest path.
  private static let valueLimit = 1 << 14

  private var textCount = 0
  private var hasPixels = false

  /// Reads a whole file, including what follows the pixels; nil if anything is missing or a
  /// checksum is wrong.
  ///
  /// With `onlyStart` up to the pixels, as far as it is valid; enough to see who wrote it.
  init?(_ bytes: [UInt8], onlyStart: Bool = false) {
    var chunks = PNGChunk.Iterator(ByteView(bytes))
    // IHDR (W3C PNG, section 11.2.1).
    guard bytes.starts(with: PNGFile.signature), let header = chunks.next(), header.isIntact,
      header.type == "IHDR", header.length == 13,
      let width = header.content.number(at: 0, 4), let height = header.content.number(at: 4, 4),
      width > 0, height > 0
    else { return nil }
    pixels = PixelSize(width: width, height: height)
    let last = takeTexts(from: &chunks, until: onlyStart ? "IDAT" : "IEND")
    guard onlyStart || last?.length == 0 && hasPixels else { return nil }
  }

  private mutating func takeTexts(
    from chunks: inout PNGChunk.Iterator, until type: String
  ) -> PNGChunk? {
    for _ in 0..<Self.chunkLimit {
      guard let chunk = chunks.next(), chunk.isIntact else { return nil }
      guard chunk.type != type else { return chunk }
      if chunk.type == "IDAT" { hasPixels = true }
      guard takeText(chunk) else { return nil }
    }
    return nil
  }

  /// Adds a text chunk; false beyond the limit.
  private mutating func takeText(_ chunk: PNGChunk) -> Bool {
    guard chunk.type != "iTXt", let text = PNGText(type: chunk.type, data: chunk.data) else {
      return true
    }
    textCount += 1
    if let key = ThumbnailText(rawValue: text.key), let value = text.value(atMost: Self.valueLimit)
    {
      texts.add(Array(value), for: key)
    }
    return textCount <= Self.textLimit
  }
}

/// Structure, checksums and texts were checked; the pixels are untrusted, and must be decoded in
/// another process: a decoder's, or for photocell's own the terminal's.
package struct StoredThumbnail: ~Copyable, Sendable {
  package let size: ThumbnailSize
  package let pixels: PixelSize
  package let info: PictureInfo
  package let hasAllFacts: Bool
  /// Whether the photo may be animated without the thumbnail saying so.
  package let hidesMotion: Bool
  package let isOwn: Bool
  package let isShared: Bool
  /// The PNG, at position 0.
  package let file: Descriptor

  package consuming func takeFile() -> Descriptor { file }

  package static let byteLimit = 1 << 24
}
