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
  private var lines: LineCounter
  private var partCount = 0

  /// Parses UTF-8 in linear time; `notesPlaces` records byte ranges for editing.
  package static func parse(
    _ bytes: [UInt8], limits: DocumentLimits = .standard, notesPlaces: Bool = false
  ) throws(XMLError) -> XMLElement {
    guard bytes.count <= limits.bytes else { throw .largeDocument(limit: limits.bytes) }
    var parser = XMLParser(bytes, limits: limits, notesPlaces: notesPlaces)
    do throws(XMLFault) {
      return try parser.document()
    } catch {
      let fault = parser.scanner.isAtEnd ? .earlyEnd : error
      throw .malformed(fault, TextPosition(of: parser.scanner.offset, in: bytes))
    }
  }

  private init(_ bytes: [UInt8], limits: DocumentLimits, notesPlaces: Bool) {
    scanner = ByteScanner(bytes)
    lines = LineCounter()
    self.limits = limits
    self.notesPlaces = notesPlaces
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
      try append(text: Array(XMLTextReader.characterData(from: &scanner)))
    } else {
      scanner.move(to: scanner.offset + 2)
      guard open.isEmpty, root == nil else { throw .badDeclaration }
      try XMLDocumentType.skip(in: &scanner)
    }
  }

  private mutating func takeText() throws(XMLFault) {
    let start = scanner
    let text = try XMLTextReader.text(from: &scanner)
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
    if open.isEmpty {
      scopes.push(tag.declarations, ofRoot: tag.name)
    } else {
      scopes.push(tag.declarations)
    }
    let element = XMLElement(
      name: scopes.element(tag.name), attributes: tag.resolved(in: scopes), line: line)
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
