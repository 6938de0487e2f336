/// The kind of an encoded picture, told from its first bytes, never from a name.
package enum PictureFormat: Hashable, Sendable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// PNG (W3C).
  case png
  /// A kind that is known by its signature only; carries its name.
  case other(String)

  /// How many bytes from the start of a file are enough to tell its kind: so far into a
  /// text the element `svg` is looked for.
  package static let signatureByteCount = 1024

  /// Recognises a picture by its signature; nil where the bytes are none.
  package init?(signatureOf bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(Self.signatureByteCount))
    if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if let name = Self.mediaBrand(start) ?? Self.raw(start) ?? Self.plain(start) {
      self = .other(name)
    } else if Self.isSVG(start) {
      self = .other("SVG")
    } else {
      return nil
    }
  }

  /// Kinds that a fixed signature tells.
  private static func plain(_ start: [UInt8]) -> String? {
    if has("GIF87a", start) || has("GIF89a", start) { return "GIF" }
    if has("RIFF", start), has("WEBP", start, at: 8) { return "WebP" }
    if has("II*\0", start) || has("MM\0*", start) { return "TIFF" }
    if has("II+\0", start) || has("MM\0+", start) { return "TIFF" }
    if has("BM", start), start.count >= 26 { return "BMP" }
    if start.starts(with: [0xFF, 0x0A]) || has("\0\0\0\u{0C}JXL ", start) { return "JPEG XL" }
    if has("\0\0\0\u{0C}jP  ", start) { return "JPEG 2000" }
    return start.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) ? "JPEG 2000" : nil
  }

  /// Raw files of cameras that can be told from TIFF.
  private static func raw(_ start: [UInt8]) -> String? {
    let isCanon = has("II*\0", start) && has("CR", start, at: 8)
    let isOlympus = has("IIRO", start) || has("IIRS", start) || has("MMOR", start)
    let isPanasonic = has("IIU\0", start)
    let isFujifilm = has("FUJIFILMCCD-RAW", start)
    return isCanon || isOlympus || isPanasonic || isFujifilm ? "camera raw" : nil
  }

  /// Kinds that share the box `ftyp` (ISO/IEC 14496-12) and differ in their brand.
  private static func mediaBrand(_ start: [UInt8]) -> String? {
    guard has("ftyp", start, at: 4), start.count >= 12 else { return nil }
    return switch String(decoding: start[8..<12], as: UTF8.self) {
    case "avif", "avis": "AVIF"
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": "HEIC"
    case "crx ": "camera raw"
    default: nil
    }
  }

  private static func isSVG(_ start: [UInt8]) -> Bool {
    let text = String(decoding: start, as: UTF8.self).drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    guard text.hasPrefix("<") else { return false }
    return text.hasPrefix("<svg") || text.firstRange(of: "<svg") != nil
  }

  private static func has(_ text: StaticString, _ start: [UInt8], at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { start.dropFirst(offset).starts(with: $0) }
  }
}
