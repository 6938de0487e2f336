import Addresses
import Values

/// A document of a form in which JSON lists photos.
protocol JSONShape {
  /// The items of the document.
  var items: [JSONItem] { get }

  /// Reads an item, which may have more than one picture.
  /// - Throws: What is wrong with it, and where.
  func entries(of item: JSONItem, from origin: FeedOrigin) throws(EntryFault) -> [FeedEntry]
}

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
    if mapping.isEmpty, let known = knownShape(of: document) { return known }
    return try PlainShape(document, mapping)
  }

  private func knownShape(of document: JSONValue) -> (any JSONShape)? {
    JSONFeedShape(document) ?? ApodShape(document) ?? PicsumShape(document)
      ?? FormShape(document, among: mapping.forms)
  }
}

/// Where in a JSON document the photos are, as somebody said it; what is nil is found out.
package struct JSONMapping: Hashable, Sendable {
  /// The list of photos, from the document.
  package var items: JSONPath?
  /// The address of the picture, from an item.
  package var image: JSONPath?
  /// The title, from an item.
  package var title: JSONPath?
  /// The forms in which the photos may be where nothing is said.
  package var forms: FeedForms

  /// Takes paths as they are typed; see `JSONPath`.
  package init(
    items: String? = nil, image: String? = nil, title: String? = nil, forms: FeedForms = FeedForms()
  ) {
    self.items = items.map { JSONPath($0) }
    self.image = image.map { JSONPath($0) }
    self.title = title.map { JSONPath($0) }
    self.forms = forms
  }

  /// Whether everything is to be found out.
  var isEmpty: Bool { items == nil && image == nil && title == nil }
}

/// Where JSON documents say how they go on.
enum NextPage {
  /// The address of the next page; nil where there is none.
  /// - Throws: Why the address cannot be followed.
  static func address(
    in document: JSONValue, from origin: FeedOrigin
  ) throws(EntryFault) -> WebURL? {
    let item = JSONItem(value: document, path: .root)
    for names in places {
      guard let text = item[names]?.text, text.contains(where: { $0 == "/" || $0 == "?" }) else {
        continue
      }
      return try item.address(names, from: origin)
    }
    return try listed(in: item, from: origin)
  }

  /// The one of a list of links that says what it is.
  private static func listed(
    in document: JSONItem, from origin: FeedOrigin
  ) throws(EntryFault) -> WebURL? {
    for path in ["links.*", "collection.links.*"] {
      let links = ShapePath(path).values(from: document, limit: 20)
      guard let next = links.first(where: { $0[["rel"]]?.text == "next" }) else { continue }
      return try next.address(["href"], from: origin)
    }
    return nil
  }

  /// The names that are usual; a text without a slash or a question mark is a token, no address.
  private static let places = [
    ["next_url"], ["next"], ["next", "href"], ["next", "url"], ["links", "next"],
    ["links", "next", "href"], ["_links", "next", "href"], ["next_page"], ["paging", "next"],
    ["next_page_url"], ["pagination", "next_url"], ["info", "next"],
    ["response", "_links", "next", "href"],
  ]
}
