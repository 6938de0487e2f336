/// An SVG told by its first element (W3C SVG 1.1, section 5.1), past everything that XML allows
/// before it: a page of HTML that shows an SVG is none.
struct MarkupSignature {
  private var rest: Substring

  /// Takes the first bytes of a file.
  init(_ start: ArraySlice<UInt8>) {
    rest = String(decoding: start, as: UTF8.self)[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
  }

  /// Whether the first element or the declared kind of document is `svg`.
  var isSVG: Bool {
    var walk = self
    walk.skipSpace()
    while walk.skip(from: "<?", to: "?>") || walk.skip(from: "<!--", to: "-->") {
      walk.skipSpace()
    }
    if walk.rest.hasPrefix("<!DOCTYPE") { return walk.declaredName == "svg" }
    return walk.elementName == "svg"
  }

  private var declaredName: Substring {
    rest.dropFirst("<!DOCTYPE".count).drop(while: \.isWhitespace).prefix { $0.isLetter }
  }

  /// The name of the element, without a prefix for its namespace.
  private var elementName: Substring {
    guard rest.first == "<" else { return "" }
    let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    return name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name
  }

  private mutating func skipSpace() {
    rest = rest.drop(while: \.isWhitespace)
  }

  private mutating func skip(from start: String, to end: String) -> Bool {
    guard rest.hasPrefix(start),
      let found = rest.indices.first(where: { rest[$0...].hasPrefix(end) })
    else { return false }
    rest = rest[found...].dropFirst(end.count)
    return true
  }
}
