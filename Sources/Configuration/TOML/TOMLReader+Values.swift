extension TOMLReader {
  /// Reads a value.
  /// - Parameter depth: How many tables and arrays it lies in that are written as one value.
  /// - Returns: What it is.
  /// - Throws: What is wrong with it.
  mutating func readValue(depth: Int) throws(TOMLError) -> TOMLNode {
    let position = text.position
    guard depth < Self.greatestDepth else { throw text.unexpected("a value less deep in others") }
    let value: TOMLValue =
      switch text.current {
      case "\"": .string(try readBasicString(allowsLines: true))
      case "'": .string(try readLiteralString(allowsLines: true))
      case "[": .array(try readArray(depth: depth))
      case "{": .table(try readInlineTable(depth: depth))
      default: try readWord()
      }
    return TOMLNode(value: value, position: position)
  }

  private mutating func readArray(depth: Int) throws(TOMLError) -> [TOMLNode] {
    text.advance()
    var nodes: [TOMLNode] = []
    while true {
      try text.skipLines()
      if text.take("]") { return nodes }
      nodes.append(try readValue(depth: depth + 1))
      try text.skipLines()
      guard text.take(",") else {
        guard text.take("]") else { throw text.unexpected(", or ]") }
        return nodes
      }
    }
  }

  private mutating func readInlineTable(depth: Int) throws(TOMLError) -> TOMLTable {
    text.advance()
    let tree = TOMLTree()
    text.skipBlanks()
    if text.take("}") { return tree.table }
    while true {
      let key = try readKey()
      guard text.take("=") else { throw text.unexpected("= or .") }
      text.skipBlanks()
      try tree.set(try readValue(depth: depth + 1), at: key, below: [])
      text.skipBlanks()
      if text.take("}") { return tree.table }
      guard text.take(",") else { throw text.unexpected(", or }") }
    }
  }

  /// Reads a Boolean or a number.
  private mutating func readWord() throws(TOMLError) -> TOMLValue {
    let position = text.position
    let word = text.takeWhile { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "+", ".", ":": true
      default: false
      }
    }
    guard !word.isEmpty else { throw text.unexpected("a value") }
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      if let number = TOMLNumber.value(word) { return number }
      throw TOMLError(
        position: position, expected: word.expectation, found: word)
    }
  }
}

extension String {
  /// What could have stood where a word stands that is no value.
  fileprivate var expectation: String {
    guard let first = unicodeScalars.first,
      ("0"..."9").contains(first) || "+-".contains(Character(first))
    else { return "a value, with quotation marks around a string" }
    return contains(":") || split(separator: "-").count > 2
      ? "a value that is no date or time" : "a number of 64 bits"
  }
}

/// Numbers as TOML writes them.
private enum TOMLNumber {
  static func value(_ word: String) -> TOMLValue? {
    integer(word).map { .integer($0) } ?? float(word).map { .float($0) }
  }

  private static func integer(_ word: String) -> Int64? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
      let digits = word.dropFirst(2)
      guard let plain = plain(digits, isDigit: { $0.hexDigitValue.map { $0 < radix } ?? false })
      else {
        return nil
      }
      return Int64(plain, radix: radix)
    }
    let digits = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
    guard let plain = decimals(digits) else { return nil }
    return Int64(word.hasPrefix("-") ? "-\(plain)" : plain)
  }

  private static func float(_ word: String) -> Double? {
    let isNegative = word.hasPrefix("-")
    let rest = word.hasPrefix("+") || isNegative ? word.dropFirst() : word[...]
    if rest == "inf" { return isNegative ? -.infinity : .infinity }
    if rest == "nan" { return .nan }
    let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "e" || $0 == "E"
    }
    let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 || mantissa.count == 2, let whole = decimals(mantissa[0]) else {
      return nil
    }
    var text = (isNegative ? "-" : "") + whole
    if mantissa.count == 2 {
      guard let fraction = plain(mantissa[1], isDigit: \.isDecimal) else { return nil }
      text += ".\(fraction)"
    }
    if parts.count == 2 {
      let sign = parts[1].first.flatMap { "+-".contains($0) ? String($0) : nil } ?? ""
      guard let digits = plain(parts[1].dropFirst(sign.count), isDigit: \.isDecimal) else {
        return nil
      }
      text += "e\(sign)\(digits)"
    }
    return Double(text)
  }

  /// The digits of a whole number, which begins with zero only if it is zero.
  private static func decimals(_ text: Substring) -> String? {
    guard let plain = plain(text, isDigit: \.isDecimal) else { return nil }
    return plain.count > 1 && plain.hasPrefix("0") ? nil : plain
  }

  /// Digits without the underscores between them; nil where there is anything else.
  private static func plain(_ text: Substring, isDigit: (Character) -> Bool) -> String? {
    let groups = text.split(separator: "_", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
    return groups.joined()
  }
}

extension Character {
  fileprivate var isDecimal: Bool { ("0"..."9").contains(self) }
}
