/// The lines of a head, in their order.
package struct HTTPHeaders: Hashable, Sendable {
  /// The lines; a name may come more than once.
  package var lines: [HTTPHeader]

  /// Takes lines as they are.
  package init(_ lines: [HTTPHeader] = []) {
    self.lines = lines
  }

  /// The first value of a name in lower case, as text; nil where there is none.
  package subscript(name: String) -> String? {
    lines.first { $0.name == name }?.text
  }

  /// All values of a name in lower case, joined as RFC 9110 section 5.3 allows for lists.
  package func list(_ name: String) -> String? {
    let values = lines.filter { $0.name == name }.map(\.text)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Puts other lines in the place of those that have their names.
  mutating func replace(by newer: [HTTPHeader]) {
    let names = Set(newer.map(\.name))
    lines.removeAll { names.contains($0.name) }
    lines += newer
  }
}

/// One line of a request's or a response's head.
package struct HTTPHeader: Hashable, Sendable {
  /// The name in lower case: only letters, digits and the marks that RFC 9110 section 5.6.2 allows.
  package let name: String
  /// The value as bytes, without white space at its ends; a foreign one may hold anything.
  package let value: [UInt8]

  /// Makes a line; nil where a name or a value could not be sent as one.
  package init?(name: some StringProtocol, value: some Sequence<UInt8>) {
    let value = Self.trimmed(Array(value))
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken),
      !value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    self.name = name.lowercased()
    self.value = value
  }

  /// Makes a line of texts; nil where a name or a value could not be sent as one.
  package init?(_ name: String, _ value: String) {
    self.init(name: name, value: value.utf8)
  }

  /// The value as text, with U+FFFD for what is not UTF-8; not sanitised.
  package var text: String { String(decoding: value, as: UTF8.self) }

  /// Whether a byte may stand in a name: RFC 9110 section 5.6.2.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// A value without the white space at its ends.
  package static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Array(bytes[first...last])
  }
}
