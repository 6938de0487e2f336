import Base

enum MarkupText {
  /// Anything that is neither a tag nor a reference is kept; a no-break space becomes a space.
  static func plain(_ html: [UInt8]) -> [UInt8] {
    guard html.contains(where: { $0 == "<" || $0 == "&" }) else { return html }
    var scanner = ByteScanner(html)
    var text: [UInt8] = []
    while let byte = scanner.next() {
      switch byte {
      case "<" where isTagNext(in: scanner): skipTag(in: &scanner, after: &text)
      case "&": text += reference(from: &scanner)
      default: text.append(byte)
      }
    }
    return text
  }

  private static func isTagNext(in scanner: ByteScanner) -> Bool {
    scanner.peek?.isLetter == true || scanner.peek == "/" || scanner.peek == "!"
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

  private static func reference(from scanner: inout ByteScanner) -> [UInt8] {
    guard let scalar = CharacterReference.take(from: &scanner) else { return [UInt8(ascii: "&")] }
    return scalar == "\u{A0}" ? [0x20] : Array(String(scalar).utf8)
  }
}
