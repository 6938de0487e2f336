internal import Base

/// Detects SVG by its first element (W3C SVG 1.1, section 5.1), after anything XML allows before.
///
/// An HTML page that contains an SVG does not match.
struct MarkupSignature {
  enum Verdict {
    case svg, other, undecided
  }

  private var rest: ArraySlice<UInt8>

  init(_ start: ArraySlice<UInt8>) {
    rest = MarkupText.utf8(fromUTF16: start)?[...] ?? start
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
  }

  var verdict: Verdict {
    var walk = self
    walk.skipSpace()
    while walk.rest.has("<?") || walk.rest.has("<!--") {
      guard walk.skip(to: walk.rest.has("<?") ? "?>" : "-->") else { return .undecided }
      walk.skipSpace()
    }
    guard !walk.rest.isEmpty else { return .undecided }
    let isSVG = walk.rest.has("<!DOCTYPE") ? walk.declaredName == "svg" : walk.elementName == "svg"
    return isSVG ? .svg : .other
  }

  private var declaredName: String {
    let name = rest.dropFirst("<!DOCTYPE".utf8.count).drop(while: Self.isSpace)
    return String(
      decoding: name.prefix { !Self.isSpace($0) && !">[:".utf8.contains($0) }, as: UTF8.self)
  }

  private var elementName: String {
    guard rest.has("<") else { return "" }
    let name = rest.dropFirst().prefix { !Self.isSpace($0) && !">/".utf8.contains($0) }
    let start = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...], as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private mutating func skipSpace() {
    rest = rest.drop(while: Self.isSpace)
  }

  private mutating func skip(to end: StaticString) -> Bool {
    let last = end.withUTF8Buffer { unsafe $0.last ?? 0 }
    let length = end.utf8CodeUnitCount
    var walk = rest.dropFirst(length)
    while let place = walk.firstIndex(of: last) {
      walk = walk[(place + 1)...]
      guard rest[(place + 1 - length)...].has(end) else { continue }
      rest = walk
      return true
    }
    return false
  }
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
