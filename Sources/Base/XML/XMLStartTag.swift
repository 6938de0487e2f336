struct XMLStartTag {
  typealias Attribute = (name: String, value: [UInt8], place: XMLPlaces.Attribute)

  let name: String
  /// Includes namespace declarations.
  private(set) var attributes: [Attribute] = []
  private(set) var names: Set<String> = []
  private(set) var isEmpty = false

  static func take(from scanner: inout ByteScanner) throws(XMLFault) -> XMLStartTag {
    guard let name = takeName(from: &scanner) else { throw scanner.isAtEnd ? .earlyEnd : .noName }
    var tag = XMLStartTag(name: name)
    while true {
      let spaces = scanner.skip(while: \.isSpace)
      if scanner.take(">") { return tag }
      if scanner.take(all: "/>") {
        tag.isEmpty = true
        return tag
      }
      guard !scanner.isAtEnd else { throw .earlyEnd }
      guard spaces > 0 else { throw .badAttribute }
      try tag.takeAttribute(from: &scanner, behind: spaces)
    }
  }

  /// Characters beyond ASCII count as letters.
  static func takeName(from scanner: inout ByteScanner) -> String? {
    let start = scanner.offset
    guard let first = scanner.peek, isNameStart(first) else { return nil }
    scanner.skip { isNameStart($0) || $0.isDigit || $0 == "-" || $0 == "." }
    return String(decoding: scanner.slice(from: start), as: UTF8.self)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte >= 0x80 || byte == ":" || byte == "_"
  }

  private mutating func takeAttribute(
    from scanner: inout ByteScanner, behind spaces: Int
  ) throws(XMLFault) {
    let start = scanner.offset - spaces
    guard let name = Self.takeName(from: &scanner) else { throw .noName }
    scanner.skip(while: \.isSpace)
    guard scanner.take("=") else { throw .badAttribute }
    scanner.skip(while: \.isSpace)
    let valueStart = scanner.offset + 1
    let value = try scanner.takeValue()
    let place = XMLPlaces.Attribute(
      whole: start..<scanner.offset, value: valueStart..<scanner.offset - 1)
    guard attributes.count < Self.attributeLimit else { throw .tooMany }
    guard names.insert(name).inserted else { throw .doubleAttribute }
    attributes.append((name, value, place))
  }

  /// Lightroom writes two hundred attributes in one element.
  private static let attributeLimit = 512

  var declarations: [String: XMLNamespace] {
    attributes.reduce(into: [:]) { declarations, attribute in
      guard let prefix = NamespaceScopes.declaredPrefix(attribute.name) else { return }
      declarations[prefix] = XMLNamespace(name: attribute.value)
    }
  }

  /// Without namespace declarations; the first of equal names wins.
  func resolved<Value>(
    in scopes: NamespaceScopes, _ value: (Attribute) -> Value
  ) -> [XMLName: Value] {
    let named = attributes.filter { NamespaceScopes.declaredPrefix($0.name) == nil }
    return Dictionary(named.map { (scopes.attribute($0.name), value($0)) }) { first, _ in first }
  }

  func places(_ range: Range<Int>, in scopes: NamespaceScopes) -> XMLPlaces.Tag {
    XMLPlaces.Tag(
      name: name, range: range, prefixes: scopes.prefixes,
      attributes: resolved(in: scopes) { $0.place }, last: attributes.last?.place)
  }
}
