/// Encodings of feeds, with the names of the WHATWG Encoding Standard.
package enum TextEncoding: Hashable, Sendable {
  case utf8
  /// Also for ISO-8859-1, as in the standard.
  case windows1252
  /// Windows-1252 with the euro sign and seven letters of ISO-8859-15.
  case latin9
  case utf16LittleEndian
  case utf16BigEndian

  /// Takes a case-insensitive name; nil if unsupported.
  package init?(label: some Sequence<UInt8>) {
    switch String(decoding: label.map(\.lowercased), as: UTF8.self) {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "iso88591", "latin1", "latin-1", "l1",
      "windows-1252", "cp1252", "x-cp1252":
      self = .windows1252
    case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin-9", "latin9", "l9": self = .latin9
    case "utf-16", "utf-16le": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    default: return nil
    }
  }

  /// Converts to UTF-8 in linear time, with U+FFFD for invalid sequences.
  package func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .utf8: return Array(String(decoding: bytes, as: UTF8.self).utf8)
    case .windows1252: return Self.singleBytes(bytes, Self.windowsScalar)
    case .latin9:
      return Self.singleBytes(bytes) { Self.latin9Letters[$0] ?? Self.windowsScalar($0) }
    case .utf16LittleEndian: return Self.wideUnits(bytes, low: 0, high: 1)
    case .utf16BigEndian: return Self.wideUnits(bytes, low: 1, high: 0)
    }
  }

  /// Five unassigned bytes of Windows-1252 are controls.
  static func windowsScalar(_ byte: UInt8) -> Unicode.Scalar {
    guard 0x80..<0xA0 ~= byte else { return Unicode.Scalar(byte) }
    return windowsSpecials[Int(byte) - 0x80]
  }

  private static func singleBytes(
    _ bytes: ArraySlice<UInt8>, _ scalar: (UInt8) -> Unicode.Scalar
  ) -> [UInt8] {
    bytes.reduce(into: []) { $0 += UTF8.encode(scalar($1)) ?? UTF8.encodedReplacementCharacter }
  }

  private static func wideUnits(_ bytes: ArraySlice<UInt8>, low: Int, high: Int) -> [UInt8] {
    let start = bytes.startIndex
    let units = (0..<bytes.count / 2).lazy.map { index in
      UInt16(bytes[start + 2 * index + high]) << 8 | UInt16(bytes[start + 2 * index + low])
    }
    let text = Array(String(decoding: units, as: UTF16.self).utf8)
    return bytes.count.isMultiple(of: 2) ? text : text + "\u{FFFD}".utf8
  }

  private static let windowsSpecials = Array(
    """
    €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ
    """.unicodeScalars)

  private static let latin9Letters: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]
}

package enum UTF8Validation {
  /// The offset of the first invalid sequence (RFC 3629 section 4).
  package static func firstFault(in bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
