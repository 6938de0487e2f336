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
      let value = try JSONParser.parse(text, limits: limits)
      return try JSONDocumentReader(origin: origin, mapping: mapping).read(value)
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
