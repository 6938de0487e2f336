/// The metadata of an image file: an EXIF block and an XMP packet, each empty for none.
package struct EmbeddedMetadata: Hashable, Sendable {
  package let exif: [UInt8]
  package let xmp: [UInt8]
  /// Whether the pixels are in Display P3, and in nothing that the file names.
  package var isWide = false

  package init(exif: [UInt8] = [], xmp: [UInt8] = []) {
    (self.exif, self.xmp) = (exif, xmp)
  }

  /// The file with these blocks instead of its own, and nothing else that does not affect the
  /// image: the compressed pixels, color profile and animation stay byte for byte, unless they are
  /// wide.
  package func replacing(in file: [UInt8]) throws(EmbeddingError) -> [UInt8] {
    let view = ByteView(file)
    if file.starts(with: [0xFF, 0xD8]) { return try jpeg(file, view) }
    if file.starts(with: PNGFile.signature) { return try png(file, view) }
    if view.has("RIFF"), view.has("WEBP", at: 8) { return try webP(view) }
    throw .otherFormat
  }
}

/// Nothing is written.
package enum EmbeddingError: Error, Hashable, Sendable, CustomStringConvertible {
  case otherFormat
  case damaged
  /// A block exceeds the length of a JPEG segment.
  case tooLong

  package var description: String {
    switch self {
    case .otherFormat: "only JPEG, PNG and WebP can be rewritten; give a format"
    case .damaged: "the file is damaged"
    case .tooLong: "the texts are too long for a JPEG file"
    }
  }
}

/// JPEG (ITU-T T.81, annex B).
extension EmbeddedMetadata {
  private static let segmentLimit = 0xFFFF - 2

  private func jpeg(_ file: [UInt8], _ view: ByteView) throws(EmbeddingError) -> [UInt8] {
    var segments = JPEGSegments(view)
    var kept: [UInt8] = []
    var jfif: [UInt8] = []
    while let segment = segments.next(), segment.isWhole {
      let bytes =
        [0xFF, segment.code] + (segment.payload.count + 2).bigEndianBytes(2)
        + file[segment.payload]
      if segment.code == JPEGSegments.startOfScan {
        let own = try [("Exif\0\0", exif), ("http://ns.adobe.com/xap/1.0/\0", xmp)].map {
          content throws(EmbeddingError) in try Self.segment(content.0, content.1)
        }
        let scans = file[(segment.payload.lowerBound - 4)..<Self.end(of: view, from: segments)]
        if isWide {
          kept += [0xFF, 0xE2] + (DisplayP3.profile.count + 16).bigEndianBytes(2)
          kept += "ICC_PROFILE\0".utf8 + [1, 1] + DisplayP3.profile
        }
        return [0xFF, 0xD8] + jfif + own.joined() + kept + scans
      }
      let content = view.part(from: segment.payload.lowerBound, count: segment.payload.count)
      switch segment.code {
      case 0xE0 where content.has("JFIF\0"): jfif = bytes
      // A color profile, and Adobe's transform of the channels.
      case 0xE2 where content.has("ICC_PROFILE\0") && !isWide, 0xEE where content.has("Adobe"):
        kept += bytes
      // Other segments of applications, and comments.
      case 0xE0...0xEF, 0xFE: break
      default: kept += bytes
      }
    }
    throw .damaged
  }

  private static func segment(
    _ signature: String, _ content: [UInt8]
  ) throws(EmbeddingError) -> [UInt8] {
    guard !content.isEmpty else { return [] }
    let count = signature.utf8.count + content.count
    guard count <= segmentLimit else { throw .tooLong }
    return [0xFF, 0xE1] + (count + 2).bigEndianBytes(2) + signature.utf8 + content
  }

  /// After the end of the image: cameras append previews and videos. All of a truncated file.
  private static func end(of view: ByteView, from scans: JPEGSegments) -> Int {
    var rest = JPEGSegments(view, from: scans.position, skipsGarbage: true)
    while let segment = rest.next() {
      if segment.code == JPEGSegments.endOfImage { return rest.position }
    }
    return view.count
  }
}

/// PNG (W3C PNG, third edition).
extension EmbeddedMetadata {
  /// What affects the image, its colors or its animation.
  private static let chunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV",
    "cLLI", "bKGD", "pHYs", "acTL", "fcTL", "fdAT",
  ]

  private static let colorChunks: Set<String> = ["cHRM", "gAMA", "iCCP", "sRGB", "cICP"]

  /// The code points, and the profile for programs that do not know them.
  private static var wideChunks: [UInt8] {
    let packed = Deflate.repetitions.zlibStream(of: DisplayP3.profile)
    return PNGFile.chunk("cICP", [DisplayP3.primaries, DisplayP3.transfer, 0, 1])
      + (packed.map { PNGFile.chunk("iCCP", Array("Display P3\0\0".utf8) + $0) } ?? [])
  }

  private func png(_ file: [UInt8], _ view: ByteView) throws(EmbeddingError) -> [UInt8] {
    var chunks = PNGChunk.Iterator(view)
    var bytes = PNGFile.signature
    while let chunk = chunks.next(), chunk.isWhole {
      if Self.chunks.contains(chunk.type), !(isWide && Self.colorChunks.contains(chunk.type)) {
        bytes += file[chunk.range]
      }
      switch chunk.type {
      case "IHDR":
        if isWide { bytes += Self.wideChunks }
        if !exif.isEmpty { bytes += PNGFile.chunk("eXIf", exif) }
        // Not compressed, without a language (section 11.3.3.4).
        let head = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
        if !xmp.isEmpty { bytes += PNGFile.chunk("iTXt", head + xmp) }
      case "IEND": return bytes
      default: break
      }
    }
    throw .damaged
  }
}

/// WebP (RFC 9649, section 2.7).
extension EmbeddedMetadata {
  private static let chunkNames: Set<String> = ["ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"]
  private static let frontNames: Set<String> = ["ALPH", "VP8 ", "VP8L", "ANIM", "ANMF"]

  private func webP(_ view: ByteView) throws(EmbeddingError) -> [UInt8] {
    let chunks = Array(RIFFChunks(view).lazy.filter { $0.isWhole })
    guard !RIFFChunks(view).isCutShort,
      chunks.contains(where: { Self.frontNames.contains($0.name) })
    else { throw .damaged }
    let hasOwn = !exif.isEmpty || !xmp.isEmpty || isWide
    var body: [UInt8] = []
    if let front = try Self.front(of: chunks, isNeeded: hasOwn) {
      let flags =
        front[0] & ~0b1100 | (exif.isEmpty ? 0 : 0b1000) | (xmp.isEmpty ? 0 : 0b100)
        | (isWide ? 0b10_0000 : 0)
      body += Self.chunk("VP8X", [flags] + front.dropFirst())
    }
    if isWide { body += Self.chunk("ICCP", DisplayP3.profile) }
    for chunk in chunks
    where Self.chunkNames.contains(chunk.name) && !(isWide && chunk.name == "ICCP") {
      body += Self.chunk(chunk.name, Array(chunk.data))
    }
    if !exif.isEmpty { body += Self.chunk("EXIF", exif) }
    if !xmp.isEmpty { body += Self.chunk("XMP ", xmp) }
    return Array("RIFF".utf8) + (body.count + 4).littleEndianBytes(4) + "WEBP".utf8 + body
  }

  /// The content of the chunk `VP8X`: the file's own, or, if one is needed, a new one.
  private static func front(
    of chunks: [RIFFChunks.Chunk], isNeeded: Bool
  ) throws(EmbeddingError) -> [UInt8]? {
    if let own = chunks.first(where: { $0.name == "VP8X" })?.data {
      guard own.count == 10 else { throw .damaged }
      return Array(own)
    }
    guard isNeeded else { return nil }
    var cursor = ByteCursor(chunks[0].data)
    switch chunks[0].name {
    case "VP8 ":
      guard let head = cursor.next(10), head.dropFirst(3).starts(with: [0x9D, 0x01, 0x2A]),
        let sides = head.suffix(4).littleEndian
      else { throw .damaged }
      return front(sides & 0x3FFF, sides >> 16 & 0x3FFF, hasAlpha: false)
    case "VP8L":
      guard let head = cursor.next(5), head.first == 0x2F, let bits = head.dropFirst().littleEndian
      else { throw .damaged }
      return front(
        bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, hasAlpha: bits >> 28 & 1 == 1)
    default: throw .damaged
    }
  }

  private static func front(_ width: Int, _ height: Int, hasAlpha: Bool) -> [UInt8] {
    [hasAlpha ? 0b1_0000 : 0, 0, 0, 0] + (width - 1).littleEndianBytes(3)
      + (height - 1).littleEndianBytes(3)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + content.count.littleEndianBytes(4) + content
      + (content.count.isMultiple(of: 2) ? [] : [0])
  }
}
