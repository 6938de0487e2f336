package import Values

/// The file name extensions by which a file in a folder is taken for a photo.
package enum PictureExtension: String, CaseIterable, Sendable {
  case jpg, jpeg, jpe, jfif, mpo
  case png, apng
  case gif
  case webp
  case tif, tiff
  case heic, heif, hif
  case avif
  case jxl
  case jp2, j2k, j2c, jpc, jpx, jpf
  case bmp, dib
  case svg, svgz
  case cr2, cr3, nef, arw, dng, raf, orf, rw2

  /// Finds the extension of a file name, in either case; `nil` where it is none of a picture.
  package init?(of name: ByteString) {
    guard
      let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")),
      let known = Self.byPackedName[Self.packed(name.bytes[(dot + 1)...])]
    else { return nil }
    self = known
  }

  private static let byPackedName = Dictionary(
    uniqueKeysWithValues: allCases.map { (packed($0.rawValue.utf8), $0) })

  /// Up to seven bytes in one word behind a one, ASCII letters in lower case; zero for more.
  private static func packed(_ bytes: some Collection<UInt8>) -> UInt64 {
    guard bytes.count <= 7 else { return 0 }
    return bytes.reduce(1) { word, byte in
      let isUpper = byte &- UInt8(ascii: "A") < 26
      return word << 8 | UInt64(isUpper ? byte | 0x20 : byte)
    }
  }
}
