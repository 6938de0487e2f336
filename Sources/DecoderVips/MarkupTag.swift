/// An XML tag (W3C XML 1.0, section 3.1), found without parsing the rest of the document.
struct MarkupTag {
  /// The local name; empty for an end tag.
  let name: ArraySlice<UInt8>
  let isEmpty: Bool
  /// Everything between the name and the closing `>`.
  let attributes: ArraySlice<UInt8>

  var isEnd: Bool { name.isEmpty }

  private static let openings: [(start: StaticString, end: StaticString)] = [
    ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"),
  ]

  /// Takes everything up to the end of the next tag; nil if there is none.
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

  /// The value of an attribute by its local name.
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
