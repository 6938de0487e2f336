/// Reads a TOML document (TOML 1.0.0), of any origin.
///
/// ```swift
/// let table = try TOMLReader.table(in: bytes)
/// table["grid"]?.node.value      // .table(…)
/// ```
/// It is strict: what the specification forbids is refused, with the place. Dates and times are refused as
/// well, since nothing here is one, and so are integers beyond 64 bits.
package struct TOMLReader {
  /// Tables and arrays that lie so deep in one another are refused: a document of brackets alone would take
  /// the stack.
  static let greatestDepth = 64

  var text: TOMLText
  private let root = TOMLTree()

  /// Reads a document.
  /// - Parameter bytes: The document, in UTF-8.
  /// - Returns: Its outermost table.
  /// - Throws: The first thing that is wrong with it.
  package static func table(in bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
    var reader = TOMLReader(text: try TOMLText(bytes))
    try reader.readStatements()
    return reader.root.table
  }

  private init(text: TOMLText) {
    self.text = text
  }

  private mutating func readStatements() throws(TOMLError) {
    var header: [TOMLKey] = []
    while true {
      text.skipBlanks()
      switch text.current {
      case nil: return
      case "\n": text.advance()
      case "#": try text.skipComment()
      case "[":
        header = try readHeader()
        try endLine()
      default:
        try readPair(below: header)
        try endLine()
      }
    }
  }

  private mutating func endLine() throws(TOMLError) {
    text.skipBlanks()
    if text.current == "#" { try text.skipComment() }
    guard text.current == nil || text.take("\n") else {
      throw text.unexpected("the end of the line")
    }
  }

  /// Reads `[a.b]` or `[[a.b]]`.
  private mutating func readHeader() throws(TOMLError) -> [TOMLKey] {
    text.advance()
    let isList = text.take("[")
    text.skipBlanks()
    let key = try readKey()
    guard text.take("]"), !isList || text.take("]") else {
      throw text.unexpected(isList ? "]]" : "]")
    }
    try isList ? root.addToList(at: key) : root.open(key)
    return key
  }

  private mutating func readPair(below header: [TOMLKey]) throws(TOMLError) {
    let key = try readKey()
    guard text.take("=") else { throw text.unexpected("= or .") }
    text.skipBlanks()
    try root.set(try readValue(depth: 0), at: key, below: header)
  }

  /// Reads a key of one or more parts, and the blanks behind it.
  mutating func readKey() throws(TOMLError) -> [TOMLKey] {
    var parts: [TOMLKey] = []
    repeat {
      text.skipBlanks()
      let position = text.position
      parts.append(TOMLKey(name: try readKeyPart(), position: position))
      text.skipBlanks()
      guard parts.count <= Self.greatestDepth else { throw text.unexpected("fewer parts of a key") }
    } while text.take(".")
    return parts
  }

  private mutating func readKeyPart() throws(TOMLError) -> String {
    switch text.current {
    case "\"": return try readBasicString()
    case "'": return try readLiteralString()
    default:
      let name = text.takeWhile(\.isBareKey)
      guard !name.isEmpty else { throw text.unexpected("a key") }
      return name
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isBareKey: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }
}
