import Values

/// Reads feeds that are JSON.
struct JSONDocumentReader {
  let origin: FeedOrigin
  let mapping: JSONMapping

  /// Reads a document by its mapping, or else in the first form that it has.
  /// - Throws: `FeedError.noItems`.
  func read(_ document: JSONValue) throws(FeedError) -> FeedPage {
    let shape = try shape(of: document)
    var page = FeedPage(shape.items, next: nil) { item throws(EntryFault) in
      try shape.entries(of: item, from: origin)
    }
    do throws(EntryFault) {
      page.next = try NextPage.address(in: document, from: origin)
    } catch {
      page.faults.add(error)
    }
    return page
  }

  private func shape(of document: JSONValue) throws(FeedError) -> any JSONShape {
    if mapping.isEmpty, let known = Self.knownShape(of: document) { return known }
    return try PlainShape(document, mapping)
  }

  private static func knownShape(of document: JSONValue) -> (any JSONShape)? {
    JSONFeedShape(document) ?? ApodShape(document) ?? PicsumShape(document) ?? FormShape(document)
  }
}
