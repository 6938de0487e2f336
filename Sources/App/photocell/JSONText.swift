/// Writes strings as JSON has them (RFC 8259, section 7).
enum JSONText {
  /// A string in quotation marks; controls are escaped, those of formats and of directions too, so that
  /// the text is harmless on a terminal and looks like what it says.
  static func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case _ where isControl(scalar): scalar.utf16.map(escaped).joined()
    default: String(scalar)
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// A unit of UTF-16 in four digits; what is beyond the first plane takes two of them.
  private static func escaped(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
