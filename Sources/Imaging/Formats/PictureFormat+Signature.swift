extension PictureFormat {
  /// Bytes needed for detection; raw files have a directory of tags there.
  package static let signatureLength = 64 * 1024
  /// Bytes needed for text that starts with long comments.
  package static let markupLength = 1024 * 1024

  /// Detects an image by its signature; callable from any thread.
  ///
  /// Takes the file or its first `signatureLength` bytes, or `markupLength` bytes if undecided.
  package init?(signatureOf bytes: [UInt8]) {
    let start = bytes.prefix(Self.signatureLength)
    let found =
      Self.common(start) ?? Self.raw(start) ?? Self.media(start) ?? Self.plain(start)
      ?? Self.rare(start)
    if let found {
      self = found
    } else if MarkupSignature(bytes.prefix(Self.markupLength)).verdict == .svg {
      self = .svg
    } else {
      return nil
    }
  }

  /// Whether the first `signatureLength` bytes are only comments, which may precede an SVG.
  package static func isUndecided(after bytes: [UInt8]) -> Bool {
    bytes.count == signatureLength && MarkupSignature(bytes[...]).verdict == .undecided
  }

  private static func common(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    return start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? .png : nil
  }

  private static func plain(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    if start.has("GIF87a") || start.has("GIF89a") { return .gif }
    if start.has("RIFF"), start.has("WEBP", at: 8) { return .webP }
    if start.has("II*\0") || start.has("MM\0*") { return .tiff }
    if start.has("II+\0") || start.has("MM\0+") { return .tiff }
    if isBMP(start) { return .bmp }
    if start.starts(with: [0xFF, 0x0A]) || start.has("\0\0\0\u{0C}JXL ") { return .jpegXL }
    if start.has("\0\0\0\u{0C}jP  ") || start.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
      return .jpeg2000
    }
    return start.starts(with: [0x1F, 0x8B, 0x08]) ? .compressedSVG : nil
  }

  /// Two letters are ambiguous with text, so the header length must be valid too.
  private static func isBMP(_ start: ArraySlice<UInt8>) -> Bool {
    guard start.has("BM"), start.count >= 26 else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(start[start.startIndex + 14])
      && start[(start.startIndex + 15)..<(start.startIndex + 18)].allSatisfy { $0 == 0 }
  }

  /// Formats with a box `ftyp` (ISO/IEC 14496-12), distinguished by brand.
  private static func media(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    guard start.has("ftyp", at: 4), start.count >= 12 else { return nil }
    return switch String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self) {
    case "avif", "avis": .avif
    case "heic", "heix", "heim", "heis", "hevc", "hevx": .heic
    case "mif1", "msf1": hasBrand("avif", start) || hasBrand("avis", start) ? .avif : .heic
    default: nil
    }
  }

  private static func hasBrand(_ brand: StaticString, _ start: ArraySlice<UInt8>) -> Bool {
    let length = start.dropFirst(2).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    return stride(from: 16, to: min(length, start.count), by: 4).contains {
      start.has(brand, at: $0)
    }
  }

  private static func rare(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    if start.has("8BPS") { return .psd }
    if start.starts(with: [0x76, 0x2F, 0x31, 0x01]) { return .openEXR }
    if start.has("#?RADIANCE") { return .radiance }
    if start.has("qoif") { return .qoi }
    if start.has("icns") { return .icns }
    if isPNM(start) { return .pnm }
    return icon(start) ?? (isTGA(start) ? .tga : nil)
  }

  /// Two characters may be text: white space and a number, a comment, or a PAM field must follow.
  private static func isPNM(_ start: ArraySlice<UInt8>) -> Bool {
    guard start.first == UInt8(ascii: "P"), let digit = start.dropFirst().first else {
      return false
    }
    if digit == UInt8(ascii: "7") { return start.has("P7\nWIDTH") || start.has("P7\n#") }
    guard (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit),
      let blank = start.dropFirst(2).first, blank == 32 || (9...13).contains(blank)
    else { return false }
    let rest = start.dropFirst(3).prefix(64)
    guard let next = rest.first(where: { $0 != 32 && !(9...13).contains($0) }) else { return false }
    return next == UInt8(ascii: "#") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }

  /// TGA has no signature: all header fields must be valid, and those of a missing palette zero.
  private static func isTGA(_ start: ArraySlice<UInt8>) -> Bool {
    guard start.count > 18 else { return false }
    let header = Array(start.prefix(18))
    guard [1, 2, 3, 9, 10, 11].contains(header[2]), header[17] & 0xC0 == 0 else { return false }
    let (hasPalette, kind) = (header[1] == 1, header[2] & 3)
    guard hasPalette ? [15, 16, 24, 32].contains(header[7]) : header[1] == 0 && kind != 1,
      hasPalette || header[3...7].allSatisfy({ $0 == 0 })
    else { return false }
    let alphaBits = header[17] & 0xF
    let isDepthKnown =
      switch (kind, header[16]) {
      case (1, 8), (3, 8), (2, 24), (2, 15): alphaBits == 0
      case (2, 16): alphaBits <= 1
      case (2, 32): alphaBits == 0 || alphaBits == 8
      default: false
      }
    return isDepthKnown && (header[12] | header[13]) != 0 && (header[14] | header[15]) != 0
  }

  /// The signature is mostly zeros: the first image must not be empty, and follow the directory.
  private static func icon(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    func number(_ offset: Int, _ length: Int) -> Int {
      start.dropFirst(offset).prefix(length).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let count = number(4, 2)
    guard start.count >= 22, count > 0, number(14, 4) > 0, number(18, 4) >= 6 + 16 * count else {
      return nil
    }
    if start.starts(with: [0, 0, 1, 0]) { return .ico }
    return start.starts(with: [0, 0, 2, 0]) ? .cur : nil
  }

  /// Detects camera raw files.
  ///
  /// Five have a signature. The others are TIFF: DNG has a version tag (Adobe DNG 1.4, DNGVersion),
  /// Nikon and Sony have a thumbnail in the first directory and raw data in a subdirectory.
  private static func raw(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    if start.has("FUJIFILMCCD-RAW") { return .raf }
    if start.has("IIRO") || start.has("IIRS") || start.has("MMOR") { return .orf }
    if start.has("IIU\0") { return .rw2 }
    if start.has("II*\0"), start.has("CR", at: 8) { return .cr2 }
    if start.has("ftypcrx ", at: 4) { return .cr3 }
    return TIFFDirectory(start).flatMap(told)
  }

  private static func told(by directory: TIFFDirectory) -> PictureFormat? {
    if directory.has(.dngVersion) { return .dng }
    guard directory.has(.subdirectories), directory.number(.subfileType) == 1 else { return nil }
    let make = directory.text(.make)
    if make.starts(with: "NIKON".utf8) { return .nef }
    return make.starts(with: "SONY".utf8) ? .arw : nil
  }
}

extension ArraySlice<UInt8> {
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { unsafe dropFirst(offset).starts(with: $0) }
  }
}
