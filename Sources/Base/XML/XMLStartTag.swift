struct XMLStartTag {
  let name: String
  /// Includes namespace declarations.
  private(set) var attributes: [(name: String, value: [UInt8], place: XMLPlaces.Attribute)] = []
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
    let value = try XMLTextReader.value(from: &scanner)
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
  func resolved(in scopes: NamespaceScopes) -> [XMLName: [UInt8]] {
    attributes.reduce(into: [:]) { resolved, attribute in
      guard NamespaceScopes.declaredPrefix(attribute.name) == nil else { return }
      let name = scopes.attribute(attribute.name)
      if resolved[name] == nil { resolved[name] = attribute.value }
    }
  }

  func places(_ range: Range<Int>, in scopes: NamespaceScopes) -> XMLPlaces.Tag {
    var places = XMLPlaces.Tag(name: name, range: range, prefixes: scopes.prefixes)
    for attribute in attributes {
      places.last = attribute.place
      guard NamespaceScopes.declaredPrefix(attribute.name) == nil else { continue }
      let name = scopes.attribute(attribute.name)
      if places.attributes[name] == nil { places.attributes[name] = attribute.place }
    }
    return places
  }
}
