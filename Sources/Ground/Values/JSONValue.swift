/// What a JSON document can hold (RFC 8259, section 3).
///
///     let report: JSONValue = ["healthy": true, "sections": 3]
///     print(report)  // {"healthy":true,"sections":3}
package enum JSONValue: Hashable, Sendable {
  /// The literal `null`.
  case null
  /// The literals `true` and `false`.
  case bool(Bool)
  /// Infinite where it is greater than a `Double` can be.
  case number(Double)
  /// A text, without its quotation marks and escapes.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// The members as they came; of two with one name the last counts.
  case object([JSONMember])
}

/// A name and a value of a JSON object.
package struct JSONMember: Hashable, Sendable {
  /// The name, without its quotation marks and escapes.
  package let name: String
  /// The value.
  package let value: JSONValue

  /// Makes a member.
  package init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  /// An integer: a number where readers keep every digit of it, and otherwise the digits as a string
  /// (RFC 7493, section 2.2).
  package init(_ integer: some BinaryInteger) {
    self = Double(exactly: integer).map { .number($0) } ?? .string("\(integer)")
  }

  /// An object with members in their order.
  package init(_ members: [(String, JSONValue)]) {
    self = .object(members.map { JSONMember(name: $0.0, value: $0.1) })
  }

  /// The member of an object; nil where there is none, and for what is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The element of an array; nil where there is none, and for what is no array.
  package subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text; nil for what is none.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Whether it is an object.
  package var isObject: Bool {
    guard case .object = self else { return false }
    return true
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  package init(stringLiteral text: String) { self = .string(text) }
  /// A number.
  package init(integerLiteral number: Int) { self.init(number) }
  /// `true` or `false`.
  package init(booleanLiteral bool: Bool) { self = .bool(bool) }
  /// An object with members in their order.
  package init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}
