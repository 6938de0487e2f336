import Base

/// Untrusted; must pass `sanitise`. Has no `description`, which could be printed by accident.
package struct ForeignText: Hashable, Sendable {
  /// UTF-8 with single spaces between words; otherwise unchanged.
  package let bytes: [UInt8]

  /// Nil for white space alone. `limit` is in bytes; longer text is cut between two characters.
  init?(_ text: some Sequence<UInt8>, limit: Int) {
    var words: [UInt8] = []
    var isAfterSpace = false
    for byte in text {
      if byte.isSpace {
        isAfterSpace = !words.isEmpty
        continue
      }
      if isAfterSpace { words.append(0x20) }
      isAfterSpace = false
      words.append(byte)
      guard words.count <= limit else { break }
    }
    if words.count > limit {
      var end = limit
      while end > 0, words[end] & 0xC0 == 0x80 { end -= 1 }
      words.removeSubrange(end...)
    }
    guard !words.isEmpty else { return nil }
    bytes = words
  }

  /// A one-line text such as a title, at most 1,000 bytes.
  package init?(line text: some Sequence<UInt8>) {
    self.init(text, limit: 1_000)
  }

  init?(paragraph text: some Sequence<UInt8>) {
    self.init(text, limit: 20_000)
  }
}

/// A name of a document for error messages: short and printable ASCII.
package struct ForeignName: Hashable, Sendable, CustomStringConvertible {
  /// At most 40 characters from space to tilde; `?` replaces other bytes.
  package let description: String

  package init(_ name: some Collection<UInt8>) {
    let shown = name.prefix(40).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
    description = String(decoding: shown, as: UTF8.self) + (name.count > 40 ? "..." : "")
  }
}

enum MarkupText {
  /// Anything that is neither a tag nor a reference is kept; a no-break space becomes a space.
  static func plain(_ html: [UInt8]) -> [UInt8] {
    guard html.contains(where: { $0 == "<" || $0 == "&" }) else { return html }
    var scanner = ByteScanner(html)
    var text: [UInt8] = []
    while let byte = scanner.next() {
      switch byte {
      case "<" where scanner.peek?.isLetter == true || scanner.peek == "/" || scanner.peek == "!":
        skipTag(in: &scanner, after: &text)
      case "&":
        let scalar = CharacterReference.take(from: &scanner) ?? "&"
        text += scalar == "\u{A0}" ? [0x20] : Array(String(scalar).utf8)
      default: text.append(byte)
      }
    }
    return text
  }

  /// A tag becomes a space, unless it is an inline element.
  private static func skipTag(in scanner: inout ByteScanner, after text: inout [UInt8]) {
    let start = scanner.offset
    scanner.skip { $0 != ">" }
    let name = scanner.slice(from: start).drop { $0 == "/" }.prefix { $0.isLetter || $0.isDigit }
    _ = scanner.next()
    let known = String(decoding: name.prefix(10).map(\.lowercased), as: UTF8.self)
    if !["a", "b", "em", "i", "span", "strong", "sub", "sup", "u"].contains(known) {
      text.append(0x20)
    }
  }
}
