internal import Base

/// A text chunk of a PNG (W3C PNG, third edition, sections 11.3.3.2 to 11.3.3.4).
package struct PNGText {
  /// Metadata stored as text, as ImageMagick and exiftool wrote before there were chunks for it.
  package enum RawProfile: Sendable {
    case exif(ArraySlice<UInt8>)
    case iptc(ArraySlice<UInt8>)
    case xmp(ArraySlice<UInt8>)
  }

  package let key: String

  private let type: String
  private let content: ArraySlice<UInt8>

  private static let keyLimit = 79
  private static let rawProfile = "Raw profile type "
  private static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  package init?(type: String, data: ArraySlice<UInt8>) {
    guard ["tEXt", "zTXt", "iTXt"].contains(type),
      let end = data.prefix(Self.keyLimit + 1).firstIndex(of: 0)
    else { return nil }
    self.type = type
    key = String(decoding: data[..<end], as: UTF8.self)
    content = data[end...].dropFirst()
  }

  /// The value, decompressed; nil if broken or longer than `limit` bytes.
  package func value(atMost limit: Int) -> ArraySlice<UInt8>? {
    guard type != "tEXt" else { return content }
    let isPacked = type == "zTXt" || content.first == 1
    var rest = content.dropFirst(type == "zTXt" ? 1 : 2)
    if type == "iTXt" {
      for _ in 0..<2 {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        rest = rest[end...].dropFirst()
      }
    }
    guard isPacked else { return rest }
    return Inflation.inflated(rest, limit: limit).map { $0[...] }
  }

  package var isRawProfile: Bool { key.hasPrefix(Self.rawProfile) }

  /// Decodes a name, a length, and hexadecimal digits; nil if it is not a metadata block.
  package func rawProfile(atMost limit: Int) -> RawProfile? {
    guard isRawProfile, let text = value(atMost: limit) else { return nil }
    let lines = text.split(separator: UInt8(ascii: "\n"))
    let digits = lines.dropFirst(2).joined().compactMap(\.hexValue)
    let block = stride(from: 0, to: digits.count - 1, by: 2).map {
      digits[$0] << 4 | digits[$0 + 1]
    }
    switch key.dropFirst(Self.rawProfile.count) {
    case "exif", "APP1":
      return block.starts(with: Self.xmpName)
        ? .xmp(block.dropFirst(Self.xmpName.count)) : .exif(block[...])
    case "iptc": return .iptc(block[...])
    case "xmp": return .xmp(block[...])
    default: return nil
    }
  }
}
