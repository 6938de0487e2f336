import Base

struct ItemWords {
  let item: XMLElement
  let feedAuthor: ForeignText?

  var title: ForeignText? {
    let element = item.child(.none, "title") ?? item.child(.atom, "title") ?? media("title")
    return element.flatMap { ForeignText(line: Self.words($0)) }
  }

  var author: ForeignText? {
    let element =
      item.child(.dublinCore, "creator") ?? item.child(.none, "author") ?? media("credit")
    return Self.atomAuthor(of: item) ?? element.flatMap { ForeignText(line: $0.text) } ?? feedAuthor
  }

  static func atomAuthor(of element: XMLElement) -> ForeignText? {
    element.child(.atom, "author")?.child(.atom, "name").flatMap { ForeignText(line: $0.text) }
  }

  var date: ForeignText? {
    let element =
      item.child(.none, "pubDate") ?? item.child(.atom, "published")
      ?? item.child(.atom, "updated") ?? item.child(.dublinCore, "date")
      ?? item.child(.atom, "issued") ?? item.child(.atom, "modified")
    return element.flatMap { ForeignText(line: $0.text) }
  }

  var explanation: ForeignText? {
    let elements = [
      media("description"), item.child(.none, "description"), item.child(.atom, "summary"),
      item.child(.atom, "content"), item.child(.content, "encoded"),
    ]
    return elements.lazy.compactMap { $0 }
      .compactMap { ForeignText(paragraph: Self.words($0)) }.first
  }

  /// Media RSS texts may be in the item, its group, or its content.
  private func media(_ name: String) -> XMLElement? {
    let group = item.child(.media, "group")
    let holders = [item, group, item.child(.media, "content"), group?.child(.media, "content")]
    return holders.lazy.compactMap { $0?.child(.media, name) }.first
  }

  /// Converts HTML to text if the element says so, or RSS implies it.
  private static func words(_ element: XMLElement) -> [UInt8] {
    let isRSS = element.name.namespace == .none && element.name.local == "description"
    let isHTML =
      isRSS || ["html", "text/html"].contains(element.word("type"))
      || element.name.namespace == .content
    return isHTML ? MarkupText.plain(element.text) : element.text
  }
}

/// Images in the HTML of an RSS or Atom item.
enum ItemMarkup {
  /// The sizes of the first image with a valid address; the full text comes before summaries.
  static func renditions(in item: XMLElement, from origin: FeedOrigin) -> [Rendition] {
    for text in texts(of: item) {
      let found = HTMLPicture.first(
        of: HTMLPicture.all(in: text), from: origin.based(at: text.base))
      if !found.isEmpty { return found }
    }
    return []
  }

  private static func texts(of item: XMLElement) -> [XMLElement] {
    item.children(.content, "encoded") + item.children(.atom, "content")
      + item.children(.other, "body") + item.children(.none, "description")
      + item.children(.atom, "summary") + item.children(.media, "description")
  }
}
