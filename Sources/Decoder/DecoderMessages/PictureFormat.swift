/// The kind of an encoded picture, told from its first bytes, never from a name.
///
/// The raw value is the name that people know it by. Who lists or reads kinds goes by `allCases` and by
/// switches without a default, so that a new one can be forgotten nowhere.
package enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  case jpeg = "JPEG"
  case png = "PNG"
  case bmp = "BMP"
  case gif = "GIF"
  case webP = "WebP"
  case tiff = "TIFF"
  case heic = "HEIC"
  case avif = "AVIF"
  case jpegXL = "JPEG XL"
  case jpeg2000 = "JPEG 2000"
  case svg = "SVG"
  /// Anything packed by gzip; of pictures only SVG is packed so.
  case compressedSVG = "SVGZ"
  // The raw files of cameras.
  case cr2 = "CR2"
  case cr3 = "CR3"
  case nef = "NEF"
  case arw = "ARW"
  case dng = "DNG"
  case raf = "RAF"
  case orf = "ORF"
  case rw2 = "RW2"
  // Known, and read by nothing here.
  case psd = "PSD"
  case openEXR = "OpenEXR"
  case radiance = "Radiance HDR"
  case qoi = "QOI"
  case ico = "ICO"
  case cur = "CUR"
  case icns = "ICNS"

  /// How much of a file tells its kind, in bytes: raw files keep a directory of tags somewhere there.
  package static let signatureLength = 64 * 1024
  /// How far into a text the element `svg` is looked for, in bytes.
  private static let markupReach = 4096

  /// Recognises a picture by its signature; nil where the bytes are none.
  ///
  /// Callable from any thread.
  /// - Parameter bytes: The file, or at least its first `signatureLength` bytes.
  package init?(signatureOf bytes: [UInt8]) {
    let start = bytes.prefix(Self.signatureLength)
    let found =
      Self.common(start) ?? Self.raw(start) ?? Self.media(start) ?? Self.plain(start)
      ?? Self.unreadable(start)
    if let found {
      self = found
    } else if MarkupSignature(start.prefix(Self.markupReach)).isSVG {
      self = .svg
    } else {
      return nil
    }
  }

  private static func common(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    return start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? .png : nil
  }

  /// Kinds that a fixed signature tells.
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

  /// Two letters alone would make pictures of texts: the length of the header must be a known one.
  private static func isBMP(_ start: ArraySlice<UInt8>) -> Bool {
    guard start.has("BM"), start.count >= 26 else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(start[start.startIndex + 14])
      && start[(start.startIndex + 15)..<(start.startIndex + 18)].allSatisfy { $0 == 0 }
  }

  /// Kinds that share the box `ftyp` (ISO/IEC 14496-12) and differ in their brand.
  private static func media(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    guard start.has("ftyp", at: 4), start.count >= 12 else { return nil }
    return switch String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self) {
    case "avif", "avis": .avif
    case "heic", "heix", "heim", "heis", "hevc", "hevx": .heic
    case "mif1", "msf1": hasBrand("avif", start) ? .avif : .heic
    default: nil
    }
  }

  /// Looks for a brand among those that the file is compatible with.
  private static func hasBrand(_ brand: StaticString, _ start: ArraySlice<UInt8>) -> Bool {
    let length = start.dropFirst(2).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    return stride(from: 16, to: min(length, start.count), by: 4).contains {
      start.has(brand, at: $0)
    }
  }

  private static func unreadable(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    if start.has("8BPS") { return .psd }
    if start.starts(with: [0x76, 0x2F, 0x31, 0x01]) { return .openEXR }
    if start.has("#?RADIANCE") { return .radiance }
    if start.has("qoif") { return .qoi }
    if start.has("icns") { return .icns }
    return icon(start)
  }

  /// Icons and cursors of Windows, whose signature is mostly zeros: their first picture must have a
  /// length, and stand behind the directory.
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
}

extension PictureFormat: CustomStringConvertible {
  /// The name that people know the kind by.
  package var description: String { rawValue }
}
