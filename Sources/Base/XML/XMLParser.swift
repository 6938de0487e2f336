/// A parser for XML 1.0 with namespaces, as needed for feeds and photos, for untrusted input.
///
/// Document types with definitions are rejected and others ignored: there is no entity expansion,
/// and nothing else is opened. Open elements are kept in an array, so that depth needs no stack.
package struct XMLParser {
  private var scanner: ByteScanner
  private let limits: DocumentLimits
  private var scopes = NamespaceScopes()
  private let notesPlaces: Bool
  private var open: [(name: String, element: XMLElement, tag: XMLPlaces.Tag?)] = []
  private var root: XMLElement?
  private var lines = LineCounter()
  private var partCount = 0

  /// Parses UTF-8 in linear time; `notesPlaces` records byte ranges for editing.
  package static func parse(
    _ bytes: [UInt8], limits: DocumentLimits = .standard, notesPlaces: Bool = false
  ) throws(XMLError) -> XMLElement {
    guard bytes.count <= limits.bytes else { throw .largeDocument(limit: limits.bytes) }
    var parser = XMLParser(
      scanner: ByteScanner(bytes), limits: limits, notesPlaces: notesPlaces)
    do throws(XMLFault) {
      return try parser.document()
    } catch {
      let fault = parser.scanner.isAtEnd ? .earlyEnd : error
      throw .malformed(fault, TextPosition(of: parser.scanner.offset, in: bytes))
    }
  }

  private mutating func document() throws(XMLFault) -> XMLElement {
    _ = scanner.take(all: "\u{FEFF}")
    if let offset = UTF8Validation.firstFault(in: scanner.bytes) {
      scanner.move(to: offset)
      throw .notUTF8
    }
    while !scanner.isAtEnd {
      if scanner.peek == "<" { try takeMarkup() } else { try takeText() }
    }
    guard let root, open.isEmpty else { throw .earlyEnd }
    return root
  }

  private mutating func takeMarkup() throws(XMLFault) {
    switch scanner.second {
    case UInt8(ascii: "/"): try takeEnd()
    case UInt8(ascii: "!"): try takeDeclaration()
    case UInt8(ascii: "?"):
      scanner.move(to: scanner.offset + 2)
      guard scanner.take(upTo: "?>") != nil else { throw .earlyEnd }
    default: try takeStart()
    }
  }

  private mutating func takeDeclaration() throws(XMLFault) {
    if scanner.take(all: "<!--") {
      guard scanner.take(upTo: "-->") != nil else { throw .earlyEnd }
    } else if scanner.take(all: "<![CDATA[") {
      guard let data = scanner.take(upTo: "]]>") else { throw .earlyEnd }
      guard data.allSatisfy(\.isAllowed) else { throw .control }
      try append(text: Array(data))
    } else {
      scanner.move(to: scanner.offset + 2)
      guard open.isEmpty, root == nil, scanner.take(all: "DOCTYPE") else { throw .badDeclaration }
      try skipDocumentType()
    }
  }

  /// Skips the rest of the type (XML 1.0 section 2.8); throws `.internalSubset` for definitions.
  private mutating func skipDocumentType() throws(XMLFault) {
    while let byte = scanner.peek {
      switch byte {
      case "[": throw .internalSubset
      case "<": throw .badDeclaration
      case "\"", "'":
        _ = scanner.next()
        scanner.skip { $0 != byte }
      default: break
      }
      if scanner.next() == ">", byte == ">" { return }
    }
    throw .earlyEnd
  }

  private mutating func takeText() throws(XMLFault) {
    let start = scanner
    let text = try scanner.takeText { $0 == "<" }
    do throws(XMLFault) {
      try append(text: text)
    } catch {
      scanner = start
      throw error
    }
  }

  private mutating func append(text: [UInt8]) throws(XMLFault) {
    guard let innermost = open.indices.last else {
      guard text.allSatisfy(\.isSpace) else { throw .outside }
      return
    }
    try count(1)
    open[innermost].element.nodes.append(.text(text))
  }

  private mutating func takeStart() throws(XMLFault) {
    guard !(open.isEmpty && root != nil) else { throw .outside }
    guard open.count < limits.depth else { throw .tooDeep }
    let start = scanner.offset
    let line = lines.line(at: start, in: scanner.bytes)
    _ = scanner.next()
    let tag = try XMLStartTag.take(from: &scanner)
    try count(1 + tag.attributes.count)
    scopes.push(tag.declarations, of: tag.name)
    let element = XMLElement(
      name: scopes.element(tag.name), attributes: tag.resolved(in: scopes) { $0.value }, line: line)
    let places = notesPlaces ? tag.places(start..<scanner.offset, in: scopes) : nil
    open.append((tag.name, element, places))
    if tag.isEmpty { close(from: scanner.offset) }
  }

  private mutating func takeEnd() throws(XMLFault) {
    let start = scanner.offset
    scanner.move(to: start + 2)
    guard let innermost = open.indices.last else { throw .wrongEnd }
    let isSame = scanner.take(all: open[innermost].name.utf8)
    let isLonger = XMLStartTag.takeName(from: &scanner) != nil
    guard isSame, !isLonger else { throw .wrongEnd }
    scanner.skip(while: \.isSpace)
    guard scanner.take(">") else { throw .wrongEnd }
    close(from: start)
  }

  /// Closes the innermost element, whose end tag starts at `start` and has been taken.
  private mutating func close(from start: Int) {
    guard let innermost = open.popLast() else { return }
    var element = innermost.element
    element.places = innermost.tag.map { XMLPlaces($0, end: start..<scanner.offset) }
    scopes.pop()
    guard let parent = open.indices.last else {
      root = element
      return
    }
    open[parent].element.nodes.append(.element(element))
  }

  private mutating func count(_ parts: Int) throws(XMLFault) {
    partCount += parts
    guard partCount <= limits.parts else { throw .tooMany }
  }
}

package enum XMLFault: String, Error, Hashable, Sendable, CustomStringConvertible {
  case earlyEnd = "the document ends too early"
  case outside = "something stands outside the outermost element"
  case noName = "a name is expected here"
  case badAttribute = "an attribute is not written as name=\"value\""
  case doubleAttribute = "an attribute is given twice"
  case wrongEnd = "the end of an element that is not the innermost"
  case control = "a control character"
  case internalSubset = "a document type with definitions of its own is not read"
  case badDeclaration = "a declaration that is not read here"
  case notUTF8 = "not UTF-8"
  case otherEncoding = "in an encoding that is not read here"
  case tooDeep = "elements lie too deep in one another"
  case tooMany = "too many elements"

  package var description: String { rawValue }
}

package enum XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  case largeDocument(limit: Int)
  case malformed(XMLFault, TextPosition)

  package var description: String {
    switch self {
    case .largeDocument(let limit): "larger than \(limit) bytes"
    case .malformed(let fault, let position): "\(position): \(fault)"
    }
  }
}

package struct DocumentLimits: Hashable, Sendable {
  package var bytes: Int
  /// Number of values, or elements, attributes and texts.
  package var parts: Int
  package var depth: Int

  /// Enough for about ten thousand photos; needs at most some hundred megabytes while reading.
  package static let standard = DocumentLimits(bytes: 16 << 20, parts: 1_000_000, depth: 64)

  package init(bytes: Int, parts: Int, depth: Int) {
    (self.bytes, self.parts, self.depth) = (bytes, parts, depth)
  }
}

/// The XML declaration (XML 1.0 section 2.8).
package enum XMLDeclaration {
  /// The declared encoding; allows white space before the declaration, which some servers send.
  package static func encoding(of document: [UInt8]) -> [UInt8]? {
    var scanner = ByteScanner(Array(document.prefix(1_000)))
    scanner.skip(while: \.isSpace)
    guard scanner.take(all: "<?xml"), let declaration = scanner.take(upTo: "?>") else { return nil }
    scanner = ByteScanner(Array(declaration))
    guard scanner.take(upTo: "encoding") != nil else { return nil }
    scanner.skip { $0.isSpace || $0 == "=" }
    guard let quote = scanner.next(), quote == "\"" || quote == "'" else { return nil }
    let start = scanner.offset
    scanner.skip { $0 != quote }
    return Array(scanner.slice(from: start))
  }
}

extension ByteScanner {
  /// Takes a quoted value (XML 1.0 section 3.3.3).
  mutating func takeValue() throws(XMLFault) -> [UInt8] {
    guard let quote = peek, quote == "\"" || quote == "'" else { throw .badAttribute }
    _ = next()
    let text = try takeText { $0 == quote || $0 == "<" }
    guard take(Unicode.Scalar(quote)) else { throw .badAttribute }
    return text.map { $0.isSpace ? 0x20 : $0 }
  }

  /// XML forbids ampersands without a reference, but they are frequent in feeds, so they are kept.
  mutating func takeText(upTo isEnd: (UInt8) -> Bool) throws(XMLFault) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = peek, !isEnd(byte) {
      guard byte.isAllowed else { throw .control }
      if take("&") {
        text += Array(String(CharacterReference.take(from: &self) ?? "&").utf8)
      } else {
        let start = offset
        skip { $0.isAllowed && $0 != "&" && !isEnd($0) }
        text += slice(from: start)
      }
    }
    return text
  }
}

extension UInt8 {
  fileprivate var isAllowed: Bool { self >= 0x20 || isSpace }
}
