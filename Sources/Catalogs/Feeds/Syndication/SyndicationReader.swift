import Base

/// Reads RSS 0.9 to 2.0 and Atom (RFC 4287, and 0.3), with the pictures of Media RSS 1.5.1 and of
/// HTML.
struct SyndicationReader {
  let origin: FeedOrigin

  func read(_ root: XMLElement) throws(FeedError) -> FeedPage {
    switch root.name {
    case XMLName(.none, "rss"):
      guard let channel = root.child(.none, "channel") else { return FeedPage() }
      return page(
        of: channel, items: channel.children(.none, "item") + root.children(.none, "item"))
    case XMLName(.rdf, "RDF"):
      return page(of: root.child(.none, "channel") ?? root, items: root.children(.none, "item"))
    case XMLName(.atom, "feed"): return page(of: root, items: root.children(.atom, "entry"))
    case XMLName(.atom, "entry"): return page(of: root, items: [root])
    default:
      guard root.name.local != "html" else { throw .webPage }
      throw .unknownElement(ForeignName(root.name.local.utf8))
    }
  }

  private func page(of feed: XMLElement, items: [XMLElement]) -> FeedPage {
    let author = ItemWords.atomAuthor(of: feed)
    let site = origin.based(at: Self.site(of: feed)).based(at: feed.base)
    let origin = origin.based(at: feed.base)
    var page = FeedPage(items, next: nil) { item throws(FeedEntryError) in
      [try Self.entry(of: item, feedAuthor: author, from: origin, site: site)]
    }
    if let link = AtomLink.all(of: feed).first(where: { $0.relation == "next" }) {
      do throws(FeedError) {
        page.next = try origin.resolve(link.target)
      } catch {
        page.faults.add(FeedEntryError(line: link.line, error))
      }
    }
    return page
  }

  /// The website's address, which is the base URL of HTML.
  private static func site(of feed: XMLElement) -> [UInt8]? {
    let link = AtomLink.all(of: feed).first { $0.relation == "alternate" }
    return feed.child(.none, "link")?.text ?? link?.target
  }

  private static func entry(
    of item: XMLElement, feedAuthor: ForeignText?, from origin: FeedOrigin, site: FeedOrigin
  ) throws(FeedEntryError) -> WebPhoto {
    let media = MediaGroup(of: item)
    let origin = origin.based(at: item.base)
    var list = RenditionList()
    for picture in media.pictures {
      list.add(width: picture.width, height: picture.height) { () throws(FeedEntryError) in
        try picture.address(from: origin)
      }
    }
    if list.renditions.isEmpty {
      list.add(ItemMarkup.renditions(in: item, from: site.based(at: item.base)))
    }
    let words = ItemWords(item: item, feedAuthor: feedAuthor)
    var entry = try list.entry(
      isVideo: media.hasVideo,
      orElse: FeedEntryError(line: item.line, .noPicture))
    entry.title = words.title
    entry.author = words.author
    entry.date = words.date
    entry.explanation = words.explanation
    return entry
  }
}

extension XMLElement {
  /// XML Base (RFC 4287 section 2).
  var base: [UInt8]? { attributes[XMLName(.xml, "base")] }
}

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

  private static func words(_ element: XMLElement) -> [UInt8] {
    let isRSS = element.name.namespace == .none && element.name.local == "description"
    let isHTML =
      isRSS || ["html", "text/html"].contains(element.word("type"))
      || element.name.namespace == .content
    return isHTML ? MarkupText.plain(element.text) : element.text
  }
}

enum ItemMarkup {
  /// The full text comes before summaries.
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
