import Base

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
    pictures = Self.sorted(Self.thumbnails(in: holders)) + Self.sorted(main)
  }

  private static func thumbnails(in holders: [XMLElement]) -> [MediaObject] {
    holders.flatMap { $0.children(.media, "thumbnail") }.compactMap { MediaObject($0) }
  }

  private static func enclosed(by item: XMLElement) -> [MediaObject] {
    item.children(.none, "enclosure").compactMap { MediaObject($0) }
      + AtomLink.all(of: item).filter { $0.relation == "enclosure" }.map { MediaObject($0) }
      + item.children(.atom, "content").compactMap(MediaObject.init(content:))
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

  private static func sorted(_ pictures: [MediaObject]) -> [MediaObject] {
    pictures.sorted { $0.side < $1.side }
  }
}

struct MediaObject {
  let target: [UInt8]
  let kind: AddressKind
  /// In pixels.
  var width, height: Int?
  let line: Int

  var side: Int { max(width ?? 0, height ?? 0) }
}

extension MediaObject {
  /// From `media:content`, `media:thumbnail`, or an RSS `enclosure`.
  init?(_ element: XMLElement) {
    guard let target = element.attribute("url") else { return nil }
    self.target = target
    kind =
      element.name == XMLName(.media, "thumbnail")
      ? .picture : Self.kind(element.word("medium"), element.word("type") ?? "", target)
    width = element.word("width").flatMap { Int($0) }
    height = element.word("height").flatMap { Int($0) }
    line = element.line
  }

  init(_ link: AtomLink) {
    target = link.target
    kind = Self.kind(nil, link.type, link.target)
    line = link.line
  }

  /// From Atom content by reference (RFC 4287 section 4.1.3.2).
  init?(content: XMLElement) {
    guard let target = content.attribute("src") else { return nil }
    self.init(
      AtomLink(
        target: target, relation: "enclosure", type: content.word("type") ?? "",
        line: content.line))
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

/// A link of an Atom feed or entry, or of an RSS channel (RFC 4287 section 4.2.7).
struct AtomLink {
  let target: [UInt8]
  /// Defaults to `alternate`.
  let relation: String
  let type: String
  let line: Int

  static func all(of element: XMLElement) -> [AtomLink] {
    element.children(.atom, "link").compactMap { link in
      guard let target = link.attribute("href") else { return nil }
      return AtomLink(
        target: target, relation: link.word("rel") ?? "alternate", type: link.word("type") ?? "",
        line: link.line)
    }
  }
}

extension XMLElement {
  func word(_ name: String) -> String? {
    attribute(name).map { String(decoding: $0.map(\.lowercased), as: UTF8.self) }
  }
}
