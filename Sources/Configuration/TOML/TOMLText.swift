/// The characters of a document, and how far it has been read.
struct TOMLText {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var lineStart = 0

  /// Takes a document; the ends of its lines become line feeds, and a byte order mark is left out.
  /// - Throws: Where it is no UTF-8.
  init(_ document: [UInt8]) throws(TOMLError) {
    if Self.isUTF16(document) {
      throw TOMLError(
        position: TOMLPosition(line: 1, column: 1), expected: "UTF-8", found: "UTF-16")
    }
    let bytes = Array(document.dropFirst(document.starts(with: Self.byteOrderMark) ? 3 : 0))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Self.badBytes(in: bytes)
    }
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(bytes.count)
    for scalar in text.unicodeScalars {
      if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
      scalars.append(scalar)
    }
    self.scalars = scalars
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a document begins with a byte order mark of UTF-16 or UTF-32, or a zero byte stands beside its first
  /// character.
  private static func isUTF16(_ document: [UInt8]) -> Bool {
    let start = document.prefix(2)
    return [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(start))
      || start.count == 2 && start.contains(0)
  }

  private static func badBytes(in bytes: [UInt8]) -> TOMLError {
    let line =
      1
      + bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix { String(validating: $0, as: UTF8.self) != nil }.count
    return TOMLError(
      position: TOMLPosition(line: line, column: 1), expected: "UTF-8", found: "other bytes")
  }

  /// The next character; nil at the end.
  var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Where the next character stands.
  var position: TOMLPosition { TOMLPosition(line: line, column: index - lineStart + 1) }

  /// What is to be said where something else was expected.
  func unexpected(_ expected: String, at place: TOMLPosition? = nil) -> TOMLError {
    let found =
      switch current {
      case nil: "the end of the file"
      case "\n": "the end of the line"
      case let scalar? where scalar.isTOMLControl: "a control character"
      case let scalar?: "\(scalar)"
      }
    return TOMLError(position: place ?? position, expected: expected, found: found)
  }

  mutating func advance() {
    if current == "\n" {
      line += 1
      lineStart = index + 1
    }
    index += 1
  }

  /// Takes the next character if it is a certain one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    advance()
    return true
  }

  /// Takes the next characters if they are certain ones.
  mutating func take(all text: String) -> Bool {
    guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
    for _ in text.unicodeScalars { advance() }
    return true
  }

  mutating func takeWhile(_ isWanted: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let current, isWanted(current) {
      text.append(current)
      advance()
    }
    return String(text)
  }

  /// Passes over spaces and tabs.
  mutating func skipBlanks() {
    while current == " " || current == "\t" { advance() }
  }

  /// Passes over a comment, up to the end of its line.
  mutating func skipComment() throws(TOMLError) {
    while let current, current != "\n" {
      if current.isTOMLControl { throw unexpected("a character of a comment") }
      advance()
    }
  }

  /// Passes over blanks, ends of lines and comments.
  mutating func skipLines() throws(TOMLError) {
    while true {
      skipBlanks()
      switch current {
      case "\n": advance()
      case "#": try skipComment()
      default: return
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it may stand nowhere in a document, other than a line feed.
  var isTOMLControl: Bool { (value < 0x20 && self != "\t") || value == 0x7F }
}
