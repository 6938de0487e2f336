package import Base

package struct FeedReader: Sendable {
  package let origin: FeedOrigin
  package let mapping: JSONMapping

  private let charset: [UInt8]?

  package init(
    origin: FeedOrigin, mapping: JSONMapping = JSONMapping(), contentType: String? = nil
  ) {
    (self.origin, self.mapping) = (origin, mapping)
    charset = contentType.flatMap { DocumentText.charset(of: $0.utf8) }
  }

  /// Takes linear time; blocks. Errors of single entries are part of the page.
  package func read(
    _ document: [UInt8], limits: DocumentLimits = .standard
  ) throws(FeedError) -> FeedPage {
    guard document.count <= limits.bytes else { throw .largeDocument(limit: limits.bytes) }
    let text = try rethrowing(as: { FeedError.xml($0, TextPosition(of: 0, in: document)) }) {
      () throws(XMLFault) in try DocumentText.utf8(document, charset: charset)
    }
    guard let first = text.first(where: { !$0.isSpace }) else { throw .unknownFormat }
    if first == "{" || first == "[" {
      return try page(of: JSONParser.parse(text, limits: limits))
    }
    guard first == "<" else { throw .unknownFormat }
    guard !Self.isWebPage(text) else { throw .webPage }
    return try SyndicationReader(origin: origin).read(Self.root(of: text, limits))
  }

  static func root(
    of text: [UInt8], _ limits: DocumentLimits = .standard
  ) throws(FeedError) -> XMLElement {
    try rethrowing(as: FeedError.init) { () throws(XMLError) in
      try XMLParser.parse(text, limits: limits)
    }
  }

  private static func isWebPage(_ text: [UInt8]) -> Bool {
    let start = text.drop(while: \.isSpace).prefix(1_000)
    let words = start.map(\.lowercased).split(maxSplits: 2, whereSeparator: \.isSpace)
    guard words.first?.elementsEqual("<!doctype".utf8) == true else {
      return words.first?.starts(with: "<html".utf8) == true
    }
    return words.count > 1 && words[1].starts(with: "html".utf8)
  }
}

/// Detects the encoding of a document and converts it to UTF-8.
///
/// A byte order mark decides. Otherwise the document is UTF-8 if neither the server nor the XML
/// declaration names another encoding, or if it is valid UTF-8 and one of the two says so: other
/// text is hardly ever valid UTF-8, while servers often name a wrong charset. XML that is not UTF-8
/// and names no encoding is Windows-1252, as in browsers; JSON is always UTF-8 (RFC 8259 section
/// 8.1).
enum DocumentText {
  /// Without byte order mark. Invalid bytes are kept in JSON and become U+FFFD in XML. `charset` is
  /// from the server. Throws `XMLFault.otherEncoding` for an unsupported encoding.
  static func utf8(_ document: [UInt8], charset: [UInt8]?) throws(XMLFault) -> [UInt8] {
    for (mark, encoding) in marks where document.starts(with: mark) {
      return encoding.utf8(document.dropFirst(mark.count))
    }
    // XML 1.0 appendix F.1: UTF-16 without a mark is detected by its initial `<`.
    if document.starts(with: [0x3C, 0]) {
      return TextEncoding.utf16LittleEndian.utf8(document[...])
    }
    if document.starts(with: [0, 0x3C]) { return TextEncoding.utf16BigEndian.utf8(document[...]) }
    guard document.first(where: { !$0.isSpace }) == "<" else { return document }
    let names = [charset, XMLDeclaration.encoding(of: document)].compactMap { $0 }
    let encodings = names.compactMap { TextEncoding(label: $0) }
    // The declaration was readable as ASCII, so the document is not UTF-16.
    let narrow = encodings.filter { $0 != .utf16LittleEndian && $0 != .utf16BigEndian }
    if narrow.contains(.utf8), UTF8Validation.firstFault(in: document) == nil { return document }
    if let encoding = narrow.first(where: { $0 != .utf8 }) { return encoding.utf8(document[...]) }
    guard UTF8Validation.firstFault(in: document) != nil else { return document }
    guard names.isEmpty || !encodings.isEmpty else { throw .otherEncoding }
    // A truncated character must not make the whole feed fail.
    return (names.isEmpty ? TextEncoding.windows1252 : .utf8).utf8(document[...])
  }

  private static let marks: [(mark: [UInt8], encoding: TextEncoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian),
  ]

  /// The `charset` of a `Content-Type` header (RFC 9110 section 8.3.2).
  static func charset(of contentType: some Sequence<UInt8>) -> [UInt8]? {
    let parameters = Array(contentType.prefix(1_000)).split(separator: UInt8(ascii: ";"))
      .dropFirst()
    for parameter in parameters {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      let name = parts[0].filter { !$0.isSpace }.map(\.lowercased)
      guard parts.count == 2, name.elementsEqual("charset".utf8) else { continue }
      return parts[1].filter { !$0.isSpace && $0 != "\"" && $0 != "'" }
    }
    return nil
  }
}
