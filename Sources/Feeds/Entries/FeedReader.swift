/// Reads the documents of feeds, of every kind.
package struct FeedReader: Sendable {
  /// Where the document came from.
  package let origin: FeedOrigin
  /// Where in a JSON document the photos are, if somebody said it.
  package let mapping: JSONMapping

  /// Takes where a document came from, and how to read it if it is JSON.
  package init(origin: FeedOrigin, mapping: JSONMapping = JSONMapping()) {
    self.origin = origin
    self.mapping = mapping
  }

  /// Reads a document; the time grows with its length alone.
  ///
  /// For a thread that may take its time.
  /// - Throws: Every `FeedError` about documents; faults of single entries are in the page instead.
  package func read(
    _ document: [UInt8], limits: DocumentLimits = .standard
  ) throws(FeedError) -> FeedPage {
    guard document.count <= limits.bytes else { throw .largeDocument(limit: limits.bytes) }
    guard let first = document.dropFirst(Self.mark(of: document)).first(where: { !$0.isSpace })
    else {
      throw .unknownFormat
    }
    if first == "{" || first == "[" {
      let value = try JSONParser.parse(document, limits: limits)
      return try JSONDocumentReader(origin: origin, mapping: mapping).read(value)
    }
    guard first == "<" || Self.isUTF16(document) else { throw .unknownFormat }
    guard !Self.isWebPage(document) else { throw .webPage }
    return try SyndicationReader(origin: origin).read(XMLParser.parse(document, limits: limits))
  }

  /// The length of the byte order mark in bytes, or none.
  private static func mark(of document: [UInt8]) -> Int {
    document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static func isUTF16(_ document: [UInt8]) -> Bool {
    document.starts(with: [0xFE, 0xFF]) || document.starts(with: [0xFF, 0xFE])
  }

  private static func isWebPage(_ document: [UInt8]) -> Bool {
    let start = document.dropFirst(mark(of: document)).drop(while: \.isSpace).prefix(1_000)
    let words = start.map(\.lowercased).split(maxSplits: 2, whereSeparator: \.isSpace)
    guard words.first?.elementsEqual("<!doctype".utf8) == true else {
      return words.first?.starts(with: "<html".utf8) == true
    }
    return words.count > 1 && words[1].starts(with: "html".utf8)
  }
}
