import Addresses
import Values

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
