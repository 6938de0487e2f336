import Values

/// A text that somebody else has written: bytes, for `sanitise` and for nobody else.
///
/// It has no `description`, so that it does not reach a screen by accident.
package struct ForeignText: Hashable, Sendable {
  /// The bytes in UTF-8, with single spaces between words; everything else is as it came.
  package let bytes: [UInt8]

  /// Takes a text; every run of white space becomes one space, none stays at the ends.
  ///
  /// It is nil where nothing but white space is in the text.
  /// - Parameters:
  ///   - text: Bytes in UTF-8.
  ///   - limit: The length in bytes after which the text is cut off, between two characters.
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
    Self.cut(&words, to: limit)
    guard !words.isEmpty else { return nil }
    bytes = words
  }

  /// A text of one line: a title, a name, a date; at most 1,000 bytes.
  package init?(line text: some Sequence<UInt8>) {
    self.init(text, limit: 1_000)
  }

  /// A longer text, at most 20,000 bytes.
  init?(paragraph text: some Sequence<UInt8>) {
    self.init(text, limit: 20_000)
  }

  private static func cut(_ words: inout [UInt8], to limit: Int) {
    guard words.count > limit else { return }
    var end = limit
    while end > 0, words[end] & 0xC0 == 0x80 { end -= 1 }
    words.removeSubrange(end...)
  }
}

/// A name out of a document, made fit for an error message: short, and printable ASCII only.
package struct ForeignName: Hashable, Sendable, CustomStringConvertible {
  /// At most 40 characters from space to tilde; `?` stands for each byte that is none of them.
  package let description: String

  /// Takes a name.
  package init(_ name: some Collection<UInt8>) {
    let shown = name.prefix(40).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
    description = String(decoding: shown, as: UTF8.self) + (name.count > 40 ? "..." : "")
  }
}
