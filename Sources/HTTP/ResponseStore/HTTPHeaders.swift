internal import Base

/// Header fields in order; a name may occur more than once.
package struct HTTPHeaders: Hashable, Sendable {
  package var lines: [HTTPHeader]

  package init(_ lines: [HTTPHeader] = []) {
    self.lines = lines
  }

  /// The first value of a lower-case name, as text.
  package subscript(name: String) -> String? { lines.first { $0.name == name }?.text }

  /// All values of a lower-case name, joined (RFC 9110 section 5.3).
  package func list(_ name: String) -> String? {
    let values = lines.filter { $0.name == name }.map(\.text)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The entity tag without quotes and weak mark.
  package var entityTag: String? {
    self["etag"].map { tag in
      String((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).filter { $0 != "\"" })
    }
  }

  /// Replaces all fields that have the names of the newer ones.
  mutating func replace(by newer: [HTTPHeader]) {
    let names = Set(newer.map(\.name))
    lines.removeAll { names.contains($0.name) }
    lines += newer
  }
}

package struct HTTPHeader: Hashable, Sendable {
  /// A lower-case token (RFC 9110 section 5.6.2).
  package let name: String
  /// Trimmed; untrusted bytes in a response.
  package let value: [UInt8]

  /// Nil if the name or the value is invalid.
  package init?(name: some StringProtocol, value: some Sequence<UInt8>) {
    let value = Self.trimmed(Array(value))
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken),
      !value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    self.name = name.lowercased()
    self.value = value
  }

  package init?(_ name: String, _ value: String) {
    self.init(name: name, value: value.utf8)
  }

  /// With U+FFFD for invalid UTF-8; not sanitized.
  package var text: String { String(decoding: value, as: UTF8.self) }

  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  /// Without white space at the ends.
  static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { !$0.isSpace }),
      let last = bytes.lastIndex(where: { !$0.isSpace })
    else { return [] }
    return Array(bytes[first...last])
  }
}
