import Values

/// Goes through the tags of a text in HTML in one pass; nothing is built, so nothing can nest too
/// deep.
struct HTMLTagScanner: Sequence, IteratorProtocol {
  private var scanner: ByteScanner

  /// Begins at the beginning of a text.
  init(_ html: [UInt8]) {
    scanner = ByteScanner(html)
  }

  /// The next beginning of an element; the end of one has a name with a slash before it.
  mutating func next() -> HTMLTag? {
    while true {
      scanner.skip { $0 != "<" }
      guard scanner.take("<") else { return nil }
      if scanner.take(all: "!--") {
        skip(past: "-->")
      } else if scanner.peek?.isLetter == true {
        guard let tag = HTMLTag(from: &scanner) else { return nil }
        // What is in these is no HTML.
        if tag.name == "script" { skip(past: "</script") }
        if tag.name == "style" { skip(past: "</style") }
        return tag
      }
    }
  }

  private mutating func skip(past end: StaticString) {
    if scanner.take(upTo: end) == nil { scanner.move(to: scanner.bytes.count) }
  }
}
