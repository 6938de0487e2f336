import Base

protocol JSONShape {
  var items: [JSONItem] { get }

  func entries(of item: JSONItem, from origin: FeedOrigin) throws(FeedEntryError) -> [WebPhoto]
}

extension FeedReader {
  func page(of document: JSONValue) throws(FeedError) -> FeedPage {
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
    if mapping.isEmpty {
      let known: (any JSONShape)? =
        JSONFeedShape(document) ?? ApodShape(document) ?? PicsumShape(document)
        ?? FormShape(document, among: mapping.forms)
      if let known { return known }
    }
    return try PlainShape(document, mapping)
  }
}

/// The user's mapping of a JSON document; nil paths are detected.
package struct JSONMapping: Hashable, Sendable {
  package var items, image, title: JSONPath?
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

enum NextPage {
  static func address(
    in document: JSONValue, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebURL? {
    let item = JSONItem(value: document)
    for names in places {
      guard let text = item[names]?.text, text.contains(where: { $0 == "/" || $0 == "?" }) else {
        continue
      }
      return try item.address(names, from: origin)
    }
    for path in ["links.*", "collection.links.*"] {
      let links = ShapePath(path).values(from: item, limit: 20)
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

struct JSONItem {
  let value: JSONValue
  var path = JSONPath.root

  func child(_ value: JSONValue, _ step: JSONPath.Step) -> JSONItem {
    JSONItem(value: value, path: path.appending(step))
  }

  func member(_ name: String) -> JSONItem? {
    value[name].flatMap { $0 == .null ? nil : child($0, .member(name)) }
  }

  /// The elements of an array, or the members of an object.
  var values: some Sequence<JSONItem> {
    let (elements, members) = value.contents
    return (0..<max(elements.count, members.count)).lazy.map { index in
      members.isEmpty
        ? child(elements[index], .element(index))
        : child(members[index].value, .member(members[index].name))
    }
  }

  subscript(names: [String]) -> JSONValue? {
    let found = names.reduce(value as JSONValue?) { $0?[$1] }
    return found == .null ? nil : found
  }

  func line(_ names: String...) -> ForeignText? {
    self[names]?.text.flatMap { ForeignText(line: $0.utf8) }
  }

  func paragraph(_ names: String...) -> ForeignText? {
    self[names]?.text.flatMap { ForeignText(paragraph: $0.utf8) }
  }

  /// Nil if missing or empty; errors have the path of the value.
  func address(_ names: [String], from origin: FeedOrigin) throws(FeedEntryError) -> WebURL? {
    guard let found = self[names] else { return nil }
    return try rethrowing(as: { fault($0, at: names) }) { () throws(FeedError) in
      guard let text = found.text else { throw .notText }
      return text.isEmpty ? nil : try origin.resolve(text.utf8)
    }
  }

  func fault(_ error: FeedError, at names: [String] = []) -> FeedEntryError {
    let place = path.appending(JSONPath(steps: names.map { .member($0) }))
    return FeedEntryError(place: place.isEmpty ? "the document" : place.description, error: error)
  }

  /// The document, or its elements if one of the first twenty satisfies `isKnown`.
  static func recognised(in document: JSONValue, by isKnown: (JSONValue) -> Bool) -> [JSONItem]? {
    let document = JSONItem(value: document)
    if isKnown(document.value) { return [document] }
    let items = document.elements
    return items?.prefix(20).contains { isKnown($0.value) } == true ? items : nil
  }

  var elements: [JSONItem]? { if case .array = value { Array(values) } else { nil } }
}

extension JSONValue {
  fileprivate var contents: (elements: [JSONValue], members: [JSONMember]) {
    switch self {
    case .array(let elements): (elements, [])
    case .object(let members): ([], members)
    default: ([], [])
    }
  }
}
