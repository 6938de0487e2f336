internal import Base

/// Detects SVG by its first element (W3C SVG 1.1, section 5.1), after anything XML allows before.
///
/// An HTML page that contains an SVG does not match.
enum MarkupSignature {
  enum Verdict {
    case svg, other, undecided
  }

  static func verdict(of start: ArraySlice<UInt8>) -> Verdict {
    var scanner = ByteScanner(MarkupText.utf8(fromUTF16: start) ?? Array(start))
    _ = scanner.take(all: [0xEF, 0xBB, 0xBF])
    scanner.skip(while: isSpace)
    while scanner.peek == "<", scanner.second == "?" || scanner.second == "!" {
      if scanner.take(all: "<!DOCTYPE") {
        scanner.skip(while: isSpace)
        return name(endingAt: ">[:", in: &scanner).elementsEqual("svg".utf8) ? .svg : .other
      }
      let end: StaticString = scanner.second == "?" ? "?>" : "-->"
      guard scanner.take(all: "<?") || scanner.take(all: "<!--") else { return .other }
      guard scanner.take(upTo: end) != nil else { return .undecided }
      scanner.skip(while: isSpace)
    }
    guard !scanner.isAtEnd else { return .undecided }
    guard scanner.take("<") else { return .other }
    let name = name(endingAt: ">/", in: &scanner)
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return local.elementsEqual("svg".utf8) ? .svg : .other
  }

  private static func name(
    endingAt ends: String, in scanner: inout ByteScanner
  ) -> ArraySlice<UInt8> {
    let start = scanner.offset
    scanner.skip { !isSpace($0) && !ends.utf8.contains($0) }
    return scanner.slice(from: start)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}

/// Detects the encoding of XML (W3C XML 1.0, appendix F).
package enum MarkupText {
  /// Converts UTF-16 to UTF-8 without byte order mark.
  ///
  /// Nil if the text does not start with a byte order mark or `<` in UTF-16.
  package static func utf8(fromUTF16 bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let start = Array(bytes.prefix(2))
    let hasMark = start == [0xFF, 0xFE] || start == [0xFE, 0xFF]
    guard hasMark || start == [0x3C, 0] || start == [0, 0x3C] else { return nil }
    let isLittle = start == [0xFF, 0xFE] || start == [0x3C, 0]
    let encoding: TextEncoding = isLittle ? .utf16LittleEndian : .utf16BigEndian
    return encoding.utf8(bytes.dropFirst(hasMark ? 2 : 0))
  }
}
