import Base

struct HTMLTag {
  let name: String
  /// Relevant attributes by name in lower case; the first of duplicates.
  private(set) var attributes: [String: [UInt8]] = [:]

  init(_ element: XMLElement) {
    name = element.name.local.lowercased()
    for (name, value) in element.attributes where Self.isOfInterest(name.local.lowercased()) {
      attributes[name.local.lowercased()] = value
    }
  }

  /// Trimmed; nil if missing or empty.
  subscript(name: String) -> [UInt8]? {
    guard let value = attributes[name] else { return nil }
    let end = value.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0
    let trimmed = value[..<end].drop(while: \.isSpace)
    return trimmed.isEmpty ? nil : Array(trimmed)
  }

  private static func isOfInterest(_ attribute: String) -> Bool {
    attribute.hasPrefix("data-") || ["src", "srcset", "width", "height"].contains(attribute)
  }
}

extension HTMLTag {
  /// Parses a tag after its `<` as browsers do (HTML sections 13.2.5.8 and 13.2.5.32 to 13.2.5.40).
  ///
  /// Nil if the document ends inside the tag; everything is consumed then.
  init?(from scanner: inout ByteScanner) {
    let start = scanner.offset
    scanner.skip { !Self.endsName($0) }
    // No relevant element has a longer name.
    name = String(decoding: scanner.slice(from: start).prefix(20).map(\.lowercased), as: UTF8.self)
    while true {
      scanner.skip { Self.isSpace($0) || $0 == "/" }
      guard !scanner.isAtEnd else { return nil }
      if scanner.take(">") { return }
      takeAttribute(from: &scanner)
    }
  }

  private mutating func takeAttribute(from scanner: inout ByteScanner) {
    let start = scanner.offset
    // A leading equals sign is part of the name.
    _ = scanner.next()
    scanner.skip { !Self.endsName($0) && $0 != "=" }
    let name = String(
      decoding: scanner.slice(from: start).prefix(40).map(\.lowercased), as: UTF8.self)
    scanner.skip(while: Self.isSpace)
    let value = scanner.take("=") ? Self.takeValue(from: &scanner) : []
    guard attributes.count < Self.attributeLimit, attributes[name] == nil, Self.isOfInterest(name)
    else { return }
    var reader = ByteScanner(value)
    attributes[name] = Self.characters(from: &reader)
  }

  private static func takeValue(from scanner: inout ByteScanner) -> [UInt8] {
    scanner.skip(while: isSpace)
    guard let quote = scanner.peek, quote == "\"" || quote == "'" else {
      let start = scanner.offset
      scanner.skip { !isSpace($0) && $0 != ">" }
      return Array(scanner.slice(from: start))
    }
    _ = scanner.next()
    let start = scanner.offset
    scanner.skip { $0 != quote }
    defer { _ = scanner.next() }
    return Array(scanner.slice(from: start))
  }

  private static func characters(from scanner: inout ByteScanner) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = scanner.next() {
      if byte == "&", let scalar = CharacterReference.take(fromAttribute: &scanner) {
        text += Array(String(scalar).utf8)
      } else {
        text.append(byte)
      }
    }
    return text
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == "/" || byte == ">"
  }

  /// HTML white space: that of XML and form feed.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte.isSpace || byte == 0x0C
  }

  private static let attributeLimit = 32
}

/// Iterates over the start tags of HTML in one pass, without a tree whose depth would need a limit.
struct HTMLTagScanner: Sequence, IteratorProtocol {
  private var scanner: ByteScanner

  init(_ html: [UInt8]) {
    scanner = ByteScanner(html)
  }

  /// Skips end tags.
  mutating func next() -> HTMLTag? {
    while true {
      scanner.skip { $0 != "<" }
      guard scanner.take("<") else { return nil }
      if scanner.take(all: "!--") {
        skip(past: "-->")
      } else if scanner.peek?.isLetter == true {
        guard let tag = HTMLTag(from: &scanner) else { return nil }
        // Their content is not HTML.
        if tag.name == "script" { skip(past: "</script") }
        if tag.name == "style" { skip(past: "</style") }
        return tag
      }
    }
  }

  private mutating func skip(past end: StaticString) {
    if scanner.take(upTo: end) == nil { scanner.move(to: scanner.bytes.count) }
  }
}
