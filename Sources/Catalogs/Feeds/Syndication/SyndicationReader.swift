import Base

/// RSS 0.9 to 2.0 and Atom (RFC 4287, and 0.3), with pictures of Media RSS 1.5.1 and HTML.
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
    let author = feed.atomAuthor
    // The base URL of HTML is the website's address.
    let site = feed.child(.none, "link")?.text ?? feed.links("alternate").first?.attribute("href")
    let siteOrigin = origin.based(at: site).based(at: feed.base)
    let origin = origin.based(at: feed.base)
    var page = FeedPage(items, next: nil) { item throws(FeedEntryError) in
      [try Self.entry(of: item, feedAuthor: author, from: origin, site: siteOrigin)]
    }
    if let link = feed.links("next").first {
      do throws(FeedError) {
        page.next = try origin.resolve(link.attribute("href") ?? [])
      } catch {
        page.faults.add(FeedEntryError(line: link.line, error))
      }
    }
    return page
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
      list.add(markupRenditions(in: item, from: site.based(at: item.base)))
    }
    var entry = try list.entry(
      isVideo: media.hasVideo, orElse: FeedEntryError(line: item.line, .noPicture))
    entry.title = item.title
    entry.author = item.author ?? feedAuthor
    entry.date = item.date
    entry.explanation = item.explanation
    return entry
  }

  private static func markupRenditions(
    in item: XMLElement, from origin: FeedOrigin
  ) -> [Rendition] {
    let texts =
      item.children(.content, "encoded") + item.children(.atom, "content")
      + item.children(.other, "body") + item.children(.none, "description")
      + item.children(.atom, "summary") + item.children(.media, "description")
    for text in texts {
      let found = HTMLPicture.first(
        of: HTMLPicture.all(in: text), from: origin.based(at: text.base))
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension XMLElement {
  fileprivate var title: ForeignText? {
    let element = child(.none, "title") ?? child(.atom, "title") ?? media("title")
    return element.flatMap { ForeignText(line: $0.words) }
  }

  fileprivate var author: ForeignText? {
    let element = child(.dublinCore, "creator") ?? child(.none, "author") ?? media("credit")
    return atomAuthor ?? element.flatMap { ForeignText(line: $0.text) }
  }

  fileprivate var atomAuthor: ForeignText? {
    child(.atom, "author")?.child(.atom, "name").flatMap { ForeignText(line: $0.text) }
  }

  fileprivate var date: ForeignText? {
    let element =
      child(.none, "pubDate") ?? child(.atom, "published") ?? child(.atom, "updated")
      ?? child(.dublinCore, "date") ?? child(.atom, "issued") ?? child(.atom, "modified")
    return element.flatMap { ForeignText(line: $0.text) }
  }

  fileprivate var explanation: ForeignText? {
    let elements = [
      media("description"), child(.none, "description"), child(.atom, "summary"),
      child(.atom, "content"), child(.content, "encoded"),
    ]
    return elements.lazy.compactMap { $0 }.compactMap { ForeignText(paragraph: $0.words) }.first
  }

  /// Media RSS texts may be in the item, its group, or its content.
  private func media(_ name: String) -> XMLElement? {
    let group = child(.media, "group")
    let holders = [self, group, child(.media, "content"), group?.child(.media, "content")]
    return holders.lazy.compactMap { $0?.child(.media, name) }.first
  }

  private var words: [UInt8] {
    let isRSS = name.namespace == .none && name.local == "description"
    let isHTML =
      isRSS || ["html", "text/html"].contains(word("type")) || name.namespace == .content
    return isHTML ? MarkupText.plain(text) : text
  }
}

struct MediaGroup {
  /// From smallest to largest if known.
  let pictures: [MediaObject]
  let hasVideo: Bool

  /// Thumbnails first, then Media RSS content, then enclosures.
  init(of item: XMLElement) {
    let group = item.child(.media, "group")
    let inGroup = group?.children(.media, "content") ?? []
    let outside = item.children(.media, "content")
    let enclosed = Self.enclosed(by: item)
    let choices = [
      Self.pictures(among: inGroup.compactMap { MediaObject($0) }),
      Self.oneThing(of: Self.pictures(among: outside.compactMap { MediaObject($0) })),
      Array(Self.pictures(among: enclosed).prefix(1)),
    ]
    let main = choices.first { !$0.isEmpty } ?? []
    let objects = (inGroup + outside).compactMap { MediaObject($0) } + enclosed
    hasVideo = main.isEmpty && objects.contains { $0.kind == .video }
    let holders = [item] + [group].compactMap { $0 } + inGroup + outside.prefix(1)
    let thumbnails = holders.flatMap { $0.children(.media, "thumbnail") }
      .compactMap { MediaObject($0) }
    pictures = [thumbnails, main].flatMap { $0.sorted { $0.side < $1.side } }
  }

  private static func enclosed(by item: XMLElement) -> [MediaObject] {
    item.children(.none, "enclosure").compactMap { MediaObject($0) }
      + item.links("enclosure").compactMap { MediaObject($0, target: "href") }
      + item.children(.atom, "content").compactMap { MediaObject($0, target: "src") }
  }

  private static func pictures(among objects: [MediaObject]) -> [MediaObject] {
    objects.filter { $0.kind == .picture }
  }

  /// By the specification content outside a group is independent. But many writers list sizes of
  /// one picture this way: then all have different widths.
  private static func oneThing(of pictures: [MediaObject]) -> [MediaObject] {
    let widths = Set(pictures.compactMap(\.width))
    return widths.count == pictures.count ? pictures : Array(pictures.prefix(1))
  }
}

struct MediaObject {
  let target: [UInt8]
  let kind: AddressKind
  var width, height: Int?
  let line: Int

  var side: Int { max(width ?? 0, height ?? 0) }

  /// From `media:content`, `media:thumbnail`, or an RSS `enclosure`; with the name of their
  /// address also from an Atom link, or Atom content by reference (RFC 4287 section 4.1.3.2).
  init?(_ element: XMLElement, target name: String = "url") {
    guard let target = element.attribute(name) else { return nil }
    self.target = target
    // Undefined attributes of Atom elements are ignored.
    let isAtom = element.name.namespace == .atom
    let word = { isAtom ? nil : element.word($0) }
    kind =
      element.name == XMLName(.media, "thumbnail")
      ? .picture : Self.kind(word("medium"), element.word("type") ?? "", target)
    width = word("width").flatMap { Int($0) }
    height = word("height").flatMap { Int($0) }
    line = element.line
  }

  func address(from origin: FeedOrigin) throws(FeedEntryError) -> WebURL? {
    guard !target.isEmpty else { return nil }
    return try rethrowing(as: { FeedEntryError(line: line, $0) }) {
      () throws(FeedError) in try origin.resolve(target)
    }
  }

  private static func kind(_ medium: String?, _ type: String, _ target: [UInt8]) -> AddressKind {
    switch medium ?? String(type.prefix { $0 != "/" }) {
    case "image": return .picture
    case "video": return .video
    case "":
      // Without a type everything is a picture unless its extension says otherwise.
      let kind = AddressKind(target)
      return kind == .unknown ? .picture : kind
    default: return .other
    }
  }
}

extension XMLElement {
  /// XML Base (RFC 4287 section 2).
  var base: [UInt8]? { attributes[XMLName(.xml, "base")] }

  /// Links of an Atom feed, entry or RSS channel; no relation is `alternate` (RFC 4287, 4.2.7).
  func links(_ relation: String) -> [XMLElement] {
    children(.atom, "link").filter {
      $0.attribute("href") != nil && ($0.word("rel") ?? "alternate") == relation
    }
  }

  func word(_ name: String) -> String? {
    attribute(name).map { String(decoding: $0.map(\.lowercased), as: UTF8.self) }
  }
}
