/// Writes strings as JSON has them (RFC 8259, section 7).
enum JSONText {
  /// A string in quotation marks; control characters are escaped, so that the text is harmless on a
  /// terminal too.
  static func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}":
      "\\u" + String(repeating: "0", count: 4 - hex(scalar).count) + hex(scalar)
    default: String(scalar)
    }
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16)
  }
}
