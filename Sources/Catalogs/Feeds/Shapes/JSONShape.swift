import Base

/// A document in one of the supported JSON formats.
protocol JSONShape {
  var items: [JSONItem] { get }

  /// Parses an item, which may have several pictures.
  func entries(of item: JSONItem, from origin: FeedOrigin) throws(FeedEntryError) -> [WebPhoto]
}

struct JSONDocumentReader {
  let origin: FeedOrigin
  let mapping: JSONMapping

  /// Uses the mapping, or else the first format that matches.
  func read(_ document: JSONValue) throws(FeedError) -> FeedPage {
    let shape = try shape(of: document)
    var page = FeedPage(shape.items, next: nil) { item throws(FeedEntryError) in
      try shape.entries(of: item, from: origin)
    }
    do throws(FeedEntryError) {
      page.next = try NextPage.address(in: document, from: origin)
    } catch {
      page.faults.add(error)
    }
    return page
  }

  private func shape(of document: JSONValue) throws(FeedError) -> any JSONShape {
    if mapping.isEmpty, let known = knownShape(of: document) { return known }
    return try PlainShape(document, mapping)
  }

  private func knownShape(of document: JSONValue) -> (any JSONShape)? {
    JSONFeedShape(document) ?? ApodShape(document) ?? PicsumShape(document)
      ?? FormShape(document, among: mapping.forms)
  }
}

/// The user's mapping of a JSON document; nil paths are detected.
package struct JSONMapping: Hashable, Sendable {
  package var items: JSONPath?
  package var image: JSONPath?
  package var title: JSONPath?
  package var forms: FeedForms

  package init(
    items: String? = nil, image: String? = nil, title: String? = nil, forms: FeedForms = FeedForms()
  ) {
    self.items = items.map { JSONPath($0) }
    self.image = image.map { JSONPath($0) }
    self.title = title.map { JSONPath($0) }
    self.forms = forms
  }

  var isEmpty: Bool { items == nil && image == nil && title == nil }
}

/// Finds the address of the next page in a JSON document.
enum NextPage {
  /// Nil if there is none; throws if the address is invalid.
  static func address(
    in document: JSONValue, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebURL? {
    let item = JSONItem(value: document, path: .root)
    for names in places {
      guard let text = item[names]?.text, text.contains(where: { $0 == "/" || $0 == "?" }) else {
        continue
      }
      return try item.address(names, from: origin)
    }
    return try listed(in: item, from: origin)
  }

  private static func listed(
    in document: JSONItem, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebURL? {
    for path in ["links.*", "collection.links.*"] {
      let links = ShapePath(path).values(from: document, limit: 20)
      guard let next = links.first(where: { $0[["rel"]]?.text == "next" }) else { continue }
      return try next.address(["href"], from: origin)
    }
    return nil
  }

  /// Common names; a text without slash or question mark is a token, not an address.
  private static let places = [
    ["next_url"], ["next"], ["next", "href"], ["next", "url"], ["links", "next"],
    ["links", "next", "href"], ["_links", "next", "href"], ["next_page"], ["paging", "next"],
    ["next_page_url"], ["pagination", "next_url"], ["info", "next"],
    ["response", "_links", "next", "href"],
  ]
}
