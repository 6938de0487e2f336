/// A tag of an XML document (W3C XML 1.0, section 3.1), found without a look at anything else.
struct MarkupTag {
  /// The name without its prefix; empty for a tag that ends an element.
  let name: ArraySlice<UInt8>
  /// Whether the element has no content.
  let isEmpty: Bool
  /// What stands between the name and the end, `/` included.
  let attributes: ArraySlice<UInt8>

  /// Whether the tag ends an element.
  var isEnd: Bool { name.isEmpty }

  private static let openings: [(start: StaticString, end: StaticString)] = [
    ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"),
  ]

  /// Takes the next tag, and everything before it; nil where there is none.
  init?(takenFrom rest: inout ArraySlice<UInt8>) {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      guard let other = Self.openings.first(where: { rest.starts(with: $0.start) }) else {
        self.init(atStartOf: &rest)
        return
      }
      rest = rest.dropFirst(other.start.utf8CodeUnitCount)
      while !rest.isEmpty, !rest.starts(with: other.end) { rest = rest.dropFirst() }
    }
    return nil
  }

  private init?(atStartOf rest: inout ArraySlice<UInt8>) {
    var quote: UInt8?
    let end = rest.firstIndex { byte in
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      return quote == nil && byte == UInt8(ascii: ">")
    }
    guard let end else { return nil }
    let content = rest[..<end].dropFirst()
    rest = rest[end...].dropFirst()
    let word = content.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    name = word.lastIndex(of: UInt8(ascii: ":")).map { word[($0 + 1)...] } ?? word
    isEmpty = content.last == UInt8(ascii: "/")
    attributes = content[word.endIndex...]
  }

  /// The value of an attribute, whatever the prefix of its name; nil where there is none.
  subscript(attribute: StaticString) -> ArraySlice<UInt8>? {
    var rest = attributes
    while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<sign].split { $0 <= 0x20 || $0 == UInt8(ascii: ":") }.last ?? []
      let value = rest[(sign + 1)...].drop { $0 <= 0x20 }
      guard let quote = value.first,
        let end = value.dropFirst().firstIndex(of: quote)
      else { return nil }
      let content = value[..<end].dropFirst()
      if name.count == attribute.utf8CodeUnitCount, name.starts(with: attribute) { return content }
      rest = rest[end...].dropFirst()
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { unsafe starts(with: $0) }
  }
}
