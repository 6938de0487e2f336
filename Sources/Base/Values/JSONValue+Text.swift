extension JSONValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): Self.text(of: number)
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)):\($0.value)" }.joined(separator: ",") + "}"
    }
  }

  /// Integers without a fraction; infinity is not valid JSON (RFC 8259, section 6).
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// RFC 8259, section 7; escapes all controls, formats and directions: safe on a terminal.
  private static func quoted(_ text: String) -> String {
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

  /// Scalars beyond the first plane take two.
  private static func escaped(_ unit: UInt16) -> String {
    "\\u" + unit.zeroPadded(to: 4, radix: 16)
  }
}
