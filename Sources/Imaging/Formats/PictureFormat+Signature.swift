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
    if let found = Self.allCases.first(where: { $0.descriptor.matches(start) }) {
      self = found == .tiff ? Signature.rawFormat(of: start) ?? .tiff : found
    } else if MarkupSignature.verdict(of: bytes.prefix(Self.markupLength)) == .svg {
      self = .svg
    } else {
      return nil
    }
  }

  /// Whether the first `signatureLength` bytes are only comments, which may precede an SVG.
  package static func isUndecided(after bytes: [UInt8]) -> Bool {
    bytes.count == signatureLength && MarkupSignature.verdict(of: bytes[...]) == .undecided
  }

  /// Bytes that identify the two most common formats.
  private static let shortSignature = 16

  /// `start` reads the first bytes, fewer at the end, and is called for no more than needed.
  package init?<Failure>(
    readingStart start: (_ byteCount: Int) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let found = PictureFormat(signatureOf: try start(Self.shortSignature))
    if let found, found == .jpeg || found == .png {
      self = found
      return
    }
    var bytes = try start(Self.signatureLength)
    if Self.isUndecided(after: bytes) { bytes = try start(Self.markupLength) }
    self.init(signatureOf: bytes)
  }
}

/// Signatures that are more than fixed bytes.
enum Signature {
  /// Two letters are ambiguous with text, so the header length must be valid too.
  static func isBMP(_ start: ArraySlice<UInt8>) -> Bool {
    guard start.has("BM"), start.count >= 26 else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(start[start.startIndex + 14])
      && start[(start.startIndex + 15)..<(start.startIndex + 18)].allSatisfy { $0 == 0 }
  }

  static func isAVIF(_ start: ArraySlice<UInt8>) -> Bool {
    switch brand(of: start) {
    case "avif", "avis": true
    case "mif1", "msf1": hasBrand("avif", start) || hasBrand("avis", start)
    default: false
    }
  }

  static func isHEIC(_ start: ArraySlice<UInt8>) -> Bool {
    switch brand(of: start) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx": true
    case "mif1", "msf1": !isAVIF(start)
    default: false
    }
  }

  /// A box `ftyp` of its own brand; older files have none, and begin with another box.
  static func isQuickTime(_ start: ArraySlice<UInt8>) -> Bool {
    brand(of: start) == "qt  "
      || (["moov", "mdat", "wide", "free", "skip"] as [StaticString]).contains {
        start.has($0, at: 4)
      }
  }

  /// A box `ftyp` of any other brand, with at least a minor version.
  static func isMP4(_ start: ArraySlice<UInt8>) -> Bool {
    start.has("ftyp", at: 4) && start.count > 16
  }

  /// The first bytes of EBML (RFC 8794).
  static let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

  /// EBML with the type of document `webm`, within the header.
  static func isWebM(_ start: ArraySlice<UInt8>) -> Bool {
    let header = start.prefix(64)
    return header.starts(with: matroska)
      && header.indices.contains { header[$0...].starts(with: [0x42, 0x82, 0x84] + "webm".utf8) }
  }

  /// Packets of 188 bytes (ITU-T H.222.0, section 2.4.3.2), or with four bytes before each, as
  /// cameras write them.
  static func isMPEGTS(_ start: ArraySlice<UInt8>) -> Bool {
    [(0, 188), (4, 192)].contains { first, length in
      (0..<4).allSatisfy { start.dropFirst(first + $0 * length).first == 0x47 }
    }
  }

  /// The major brand of a file with a box `ftyp` (ISO/IEC 14496-12).
  private static func brand(of start: ArraySlice<UInt8>) -> String? {
    guard start.has("ftyp", at: 4), start.count >= 12 else { return nil }
    return String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self)
  }

  private static func hasBrand(_ brand: StaticString, _ start: ArraySlice<UInt8>) -> Bool {
    let length = start.dropFirst(2).prefix(2).bigEndian ?? 0
    return stride(from: 16, to: min(length, start.count), by: 4).contains {
      start.has(brand, at: $0)
    }
  }

  /// Two characters may be text: white space and a number, a comment, or a PAM field must follow.
  static func isPNM(_ start: ArraySlice<UInt8>) -> Bool {
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
  static func isTGA(_ start: ArraySlice<UInt8>) -> Bool {
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

  /// `kind` is 1 for icons and 2 for cursors.
  ///
  /// The signature is mostly zeros: the first image must not be empty, and follow the directory.
  static func isIcon(_ start: ArraySlice<UInt8>, kind: UInt8) -> Bool {
    func number(_ offset: Int, _ length: Int) -> Int {
      start.dropFirst(offset).prefix(length).littleEndian ?? 0
    }
    let count = number(4, 2)
    return start.starts(with: [0, 0, kind, 0]) && start.count >= 22 && count > 0
      && number(14, 4) > 0 && number(18, 4) >= 6 + 16 * count
  }

  /// The raw format of a TIFF with certain tags in its first directory; nil for others.
  static func rawFormat(of start: ArraySlice<UInt8>) -> PictureFormat? {
    guard var structure = TIFFStructure(ByteView(start)),
      let directory = structure.entries(at: structure.first)
    else { return nil }
    // Only in DNG.
    if directory.has(0xC612) { return .dng }
    // Nikon and Sony have a thumbnail in the first directory and raw data in a subdirectory.
    guard directory.has(0x014A), directory.number(0x00FE) == 1, let make = directory.text(0x010F)
    else { return nil }
    return make.hasPrefix("NIKON") ? .nef : make.hasPrefix("SONY") ? .arw : nil
  }
}

extension ArraySlice<UInt8> {
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { unsafe dropFirst(offset).starts(with: $0) }
  }
}
