extension TOMLReader {
  /// Reads a string in which backslashes mean something, from its quotation mark on.
  /// - Parameter allowsLines: Whether it may have three quotation marks, and several lines.
  /// - Returns: What it is.
  /// - Throws: What is wrong with it.
  mutating func readBasicString(allowsLines: Bool = false) throws(TOMLError) -> String {
    guard text.take(all: "\"\"\"") else {
      text.advance()
      return try readString(endedBy: "\"", hasLines: false, hasEscapes: true)
    }
    guard allowsLines else { throw text.unexpected("a key on one line") }
    return try readString(endedBy: "\"", hasLines: true, hasEscapes: true)
  }

  /// Reads a string that is as it stands, from its quotation mark on.
  mutating func readLiteralString(allowsLines: Bool = false) throws(TOMLError) -> String {
    guard text.take(all: "'''") else {
      text.advance()
      return try readString(endedBy: "'", hasLines: false, hasEscapes: false)
    }
    guard allowsLines else { throw text.unexpected("a key on one line") }
    return try readString(endedBy: "'", hasLines: true, hasEscapes: false)
  }

  private mutating func readString(
    endedBy mark: Unicode.Scalar, hasLines: Bool, hasEscapes: Bool
  ) throws(TOMLError) -> String {
    var string = String.UnicodeScalarView()
    // The end of the line of the opening marks is no part of the string.
    if hasLines { _ = text.take("\n") }
    while let current = text.current {
      switch current {
      case mark where !hasLines:
        text.advance()
        return String(string)
      case mark where text.take(all: String(repeating: Character(mark), count: 3)):
        // Up to two marks may stand before those that end it.
        for _ in 0..<2 where text.take(mark) { string.append(mark) }
        return String(string)
      case "\\" where hasEscapes:
        if let scalar = try readEscape(hasLines: hasLines) { string.append(scalar) }
      case "\n" where hasLines, _ where !current.isTOMLControl:
        string.append(current)
        text.advance()
      default: throw text.unexpected(hasLines ? "a character of a string" : "\(mark)")
      }
    }
    throw text.unexpected(String(repeating: "\(mark)", count: hasLines ? 3 : 1))
  }

  /// Reads what follows from a backslash; nothing where it hides the end of a line.
  private mutating func readEscape(hasLines: Bool) throws(TOMLError) -> Unicode.Scalar? {
    let position = text.position
    text.advance()
    guard let letter = text.current else { throw text.unexpected("an escaped character") }
    if hasLines, letter == "\n" || letter == " " || letter == "\t" {
      text.skipBlanks()
      guard text.current == "\n" else { throw text.unexpected("the end of the line") }
      while let current = text.current, [" ", "\t", "\n"].contains(current) { text.advance() }
      return nil
    }
    text.advance()
    switch letter {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "\"": return "\""
    case "\\": return "\\"
    case "u": return try readScalar(digits: 4, from: position)
    case "U": return try readScalar(digits: 8, from: position)
    default:
      throw TOMLError(
        position: position, expected: #"\b, \t, \n, \f, \r, \", \\, \u or \U"#,
        found: "\\\(letter)")
    }
  }

  private mutating func readScalar(
    digits count: Int, from position: TOMLPosition
  ) throws(TOMLError) -> Unicode.Scalar {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let current = text.current, let digit = Character(current).hexDigitValue,
        current.isASCII
      else { throw text.unexpected("\(count) hexadecimal digits") }
      value = value << 4 | UInt32(digit)
      text.advance()
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw TOMLError(
        position: position, expected: "a Unicode scalar value",
        found: "U+\(String(value, radix: 16, uppercase: true))")
    }
    return scalar
  }
}
