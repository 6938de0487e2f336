package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Infinite if too large for `Double`.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// In document order; the last of equal names wins.
  case object([JSONMember])
}

package struct JSONMember: Hashable, Sendable {
  package let name: String
  package let value: JSONValue

  package init(name: String, value: JSONValue) {
    (self.name, self.value) = (name, value)
  }
}

extension JSONValue {
  /// An integer: a string if a `Double` cannot represent it (RFC 7493, section 2.2).
  package init(_ integer: some BinaryInteger) {
    self = Double(exactly: integer).map { .number($0) } ?? .string("\(integer)")
  }

  package init(_ members: [(String, JSONValue)]) {
    self = .object(members.map { JSONMember(name: $0.0, value: $0.1) })
  }

  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  package subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }

  package var isObject: Bool { if case .object = self { true } else { false } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self.init(number) }
  package init(booleanLiteral bool: Bool) { self = .bool(bool) }
  package init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

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

  /// Scalars above U+FFFF take two units.
  private static func escaped(_ unit: UInt16) -> String {
    "\\u" + unit.zeroPadded(to: 4, radix: 16)
  }
}
