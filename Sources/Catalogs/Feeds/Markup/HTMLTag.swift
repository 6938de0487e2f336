import Values
import XML

/// The beginning of an element in HTML.
struct HTMLTag {
  /// The name in lower case.
  let name: String
  /// The attributes that are of interest, by name in lower case; of two of one name the first counts.
  private(set) var attributes: [String: [UInt8]] = [:]

  /// Takes a tag as it was read from XML.
  init(_ element: XMLElement) {
    name = element.name.local.lowercased()
    for (name, value) in element.attributes where Self.isOfInterest(name.local.lowercased()) {
      attributes[name.local.lowercased()] = value
    }
  }

  /// The value of an attribute without the white space around it; nil where there is none.
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
  /// Takes a tag whose `<` has been taken, as a browser does: HTML sections 13.2.5.8 and 13.2.5.32 to
  /// 13.2.5.40.
  /// - Returns: Nil, with everything taken, where the document ends inside the tag.
  init?(from scanner: inout ByteScanner) {
    let start = scanner.offset
    scanner.skip { !Self.endsName($0) }
    // Longer names are of no element that is looked for.
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
    // An equals sign at the beginning is part of the name.
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

  /// Takes a value in quotes of either kind or without.
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

  /// The white space of HTML, which has the form feed beside that of XML.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte.isSpace || byte == 0x0C
  }

  private static let attributeLimit = 32
}

/// Goes through the tags of a text in HTML in one pass; nothing is built, so nothing can nest too
/// deep.
struct HTMLTagScanner: Sequence, IteratorProtocol {
  private var scanner: ByteScanner

  /// Begins at the beginning of a text.
  init(_ html: [UInt8]) {
    scanner = ByteScanner(html)
  }

  /// The next beginning of an element; the end of one has a name with a slash before it.
  mutating func next() -> HTMLTag? {
    while true {
      scanner.skip { $0 != "<" }
      guard scanner.take("<") else { return nil }
      if scanner.take(all: "!--") {
        skip(past: "-->")
      } else if scanner.peek?.isLetter == true {
        guard let tag = HTMLTag(from: &scanner) else { return nil }
        // What is in these is no HTML.
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
