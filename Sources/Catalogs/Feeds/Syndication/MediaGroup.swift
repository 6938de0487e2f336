import Addresses
import Values
import XML

/// The pictures of one item, all of the same thing.
struct MediaGroup {
  /// From the smallest to the largest, as far as that is known.
  let pictures: [MediaObject]
  /// Whether the item is a video, so that the pictures are stills of it.
  let hasVideo: Bool

  /// Finds them: thumbnails first, then what Media RSS names, then what the item encloses.
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

  /// What stands outside a group is, by the rules, each a thing of its own, and the first is shown.
  ///
  /// But many writers give the sizes of one picture so: then all have widths, no two the same.
  private static func oneThing(of pictures: [MediaObject]) -> [MediaObject] {
    let widths = Set(pictures.compactMap(\.width))
    return widths.count == pictures.count ? pictures : Array(pictures.prefix(1))
  }

  private static func sorted(_ pictures: [MediaObject]) -> [MediaObject] {
    pictures.sorted { $0.side < $1.side }
  }
}

/// Something to see or hear that an item names.
struct MediaObject {
  /// What it is.
  enum Kind {
    case picture
    case video
    case other
  }

  /// Where it is, as it is written.
  let target: [UInt8]
  let kind: Kind
  /// The width in pixels; nil where nothing is said.
  var width: Int?
  /// The height in pixels; nil where nothing is said.
  var height: Int?
  /// The line where it stands.
  let line: Int

  /// The greater of the sides that are known, in pixels; zero where none is.
  var side: Int { max(width ?? 0, height ?? 0) }
}

extension MediaObject {
  /// Takes a `media:content` or `media:thumbnail`, or the `enclosure` of an RSS item.
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

  /// Takes a link of an Atom entry to what belongs to it.
  init(_ link: AtomLink) {
    target = link.target
    kind = Self.kind(nil, link.type, link.target)
    line = link.line
  }

  /// Takes the content of an Atom entry where that stands elsewhere: RFC 4287 section 4.1.3.2.
  init?(content: XMLElement) {
    guard let target = content.attribute("src") else { return nil }
    self.init(
      AtomLink(
        target: target, relation: "enclosure", type: content.word("type") ?? "",
        line: content.line))
  }

  /// Where it is.
  /// - Returns: Nil where the address is empty.
  /// - Throws: Why the address cannot be read, and its line.
  func address(from origin: FeedOrigin) throws(EntryFault) -> WebURL? {
    guard !target.isEmpty else { return nil }
    do throws(FeedError) {
      return try origin.resolve(target)
    } catch {
      throw EntryFault(place: "line \(line)", error: error)
    }
  }

  /// What is said counts; where nothing is said, everything is a picture that is not known by its
  /// name to be something else.
  private static func kind(_ medium: String?, _ type: String, _ target: [UInt8]) -> Kind {
    switch medium ?? String(type.prefix { $0 != "/" }) {
    case "image": .picture
    case "video": .video
    case "": kind(byName: target)
    default: .other
    }
  }

  private static func kind(byName target: [UInt8]) -> Kind {
    let path = target.prefix { $0 != "?" && $0 != "#" }.suffix(6)
    let name = String(decoding: path.map(\.lowercased), as: UTF8.self)
    if [".mp4", ".m4v", ".mov", ".webm", ".mpg", ".ogv"].contains(where: name.hasSuffix) {
      return .video
    }
    let others = [".mp3", ".m4a", ".ogg", ".opus", ".pdf", ".zip", ".html", ".swf"]
    return others.contains(where: name.hasSuffix) ? .other : .picture
  }
}

/// A link of an Atom feed or entry, or of an RSS channel that borrows it: RFC 4287 section 4.2.7.
struct AtomLink {
  /// Where it leads, as it is written.
  let target: [UInt8]
  /// What it is; `alternate` where nothing is said.
  let relation: String
  /// The media type; empty where nothing is said.
  let type: String
  /// The line where it stands.
  let line: Int

  /// The links right inside an element.
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
  /// The value of an attribute in lower case.
  func word(_ name: String) -> String? {
    attribute(name).map { String(decoding: $0.map(\.lowercased), as: UTF8.self) }
  }
}
