import Base

/// Untrusted: goes through `sanitise` before display. It has no `description`, so that it is not
/// printed by accident.
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
    Self.cut(&words, to: limit)
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

  private static func cut(_ words: inout [UInt8], to limit: Int) {
    guard words.count > limit else { return }
    var end = limit
    while end > 0, words[end] & 0xC0 == 0x80 { end -= 1 }
    words.removeSubrange(end...)
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
