import Base
import Imaging

struct PlainShape: JSONShape {
  let items: [JSONItem]
  private let mapping: JSONMapping

  init(_ document: JSONValue, _ mapping: JSONMapping) throws(FeedError) {
    self.mapping = mapping
    guard let items = Self.items(of: document, mapping) else {
      throw .noItems(path: mapping.items ?? .root)
    }
    self.items = items
  }

  private static func items(of document: JSONValue, _ mapping: JSONMapping) -> [JSONItem]? {
    if let path = mapping.items {
      return document[path].flatMap { JSONItem(value: $0, path: path).elements }
    }
    let whole = JSONItem(value: document)
    var named = whole.elements
    for name in PlainNames.lists where named == nil { named = whole.member(name)?.elements }
    if let image = mapping.image { return named ?? (document[image] == nil ? nil : [whole]) }
    if let named, named.isEmpty || ListFinder.isList(named) { return named }
    if !PicturePlaces(whole, depth: 1).isEmpty { return [whole] }
    if let list = ListFinder.list(in: whole) ?? named { return list }
    let places = PicturePlaces(whole)
    return places.isEmpty && places.link == nil ? nil : [whole]
  }

  func entries(of item: JSONItem, from origin: FeedOrigin) throws(FeedEntryError) -> [WebPhoto] {
    let places = PicturePlaces(item)
    var entry = try pictures(of: item, places, from: origin)
    // The texts may be in the object with the picture, such as a node of a graph.
    let holder = places.holder.flatMap { $0.path == item.path ? nil : $0 }
    entry.title =
      mapping.title.map { item.value[$0]?.text.flatMap { ForeignText(line: $0.utf8) } }
      ?? item.first(PlainNames.titles) ?? holder?.first(PlainNames.titles)
    entry.author = item.first(PlainNames.authors) ?? holder?.first(PlainNames.authors)
    entry.date = item.first(PlainNames.dates) ?? holder?.first(PlainNames.dates)
    entry.explanation = item.paragraph("explanation") ?? item.paragraph("description")
    return [entry]
  }

  private func pictures(
    of item: JSONItem, _ places: PicturePlaces, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebPhoto {
    if let path = mapping.image {
      let place = JSONItem(value: item.value[path] ?? .null, path: item.path.appending(path))
      var entry = try Self.single(place, from: origin)
      let holder = item.value[JSONPath(steps: path.steps.dropLast())]
      entry.hint = holder.flatMap { PictureHint(in: $0) } ?? PictureHint(in: item.value)
      return entry
    }
    guard item.value.isObject else { return try Self.single(item, from: origin) }
    return try PictureFinder.entry(of: item, places, from: origin)
  }

  private static func single(
    _ place: JSONItem, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebPhoto {
    guard let address = try place.address([], from: origin) else { throw place.fault(.missing) }
    return WebPhoto(renditions: [Rendition(address: address)])
  }
}

extension JSONItem {
  fileprivate func first(_ places: [ShapePath]) -> ForeignText? {
    for place in places {
      let text = place.firstValue(in: self)?.text
      if let words = text.flatMap({ ForeignText(line: $0.utf8) }) { return words }
    }
    return nil
  }
}

struct PictureFinder {
  let origin: FeedOrigin
  private(set) var fault: FeedEntryError?
  /// Low-resolution previews from the objects that contain the addresses.
  private(set) var hints: [WebURL: PictureHint] = [:]

  static func entry(
    of item: JSONItem, _ places: PicturePlaces, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebPhoto {
    var finder = PictureFinder(origin: origin)
    var list = RenditionList()
    list.add(finder.renditions(of: item, places))
    var entry = try list.entry(orElse: finder.fault ?? item.fault(.noPicture))
    entry.hint =
      entry.renditions.lazy.compactMap { finder.hints[$0.address] }.first
      ?? places.holder.flatMap { PictureHint(in: $0.value) } ?? PictureHint(in: item.value)
    return entry
  }

  private mutating func renditions(of item: JSONItem, _ places: PicturePlaces) -> [Rendition] {
    let small = places.small.map { pictures(at: $0, in: nil) } ?? []
    var main = places.main.map { pictures(at: $0, in: places.holder) } ?? []
    if main.isEmpty, small.isEmpty { main = inMarkup(of: item) }
    if main.isEmpty, small.isEmpty || places.hasPage, let link = places.link {
      main = address(at: link, in: item)
    }
    return small + main
  }

  private mutating func pictures(
    at place: JSONItem, in holder: JSONItem?, depth: Int = 0
  ) -> [Rendition] {
    guard depth < JSONValue.maxSizeDepth else { return [] }
    guard place.value.isHolder else { return address(at: place, in: holder) }
    guard place.value.isObject else { return inList(place, depth: depth) }
    var named: [(rank: Int, item: JSONItem)] = []
    for item in place.values {
      if case .member(let name) = item.path.steps.last, let rank = PlainNames.sizeRank(of: name) {
        named.append((rank, item))
      }
    }
    var found: [Rendition] = []
    for size in named.sorted(by: { $0.rank < $1.rank }) where size.item.value.leadsToPicture() {
      found += pictures(at: size.item, in: place, depth: depth + 1)
    }
    return found
  }

  /// A list is of sizes if widths differ and aspect ratios are equal; else its first is used.
  private mutating func inList(_ list: JSONItem, depth: Int) -> [Rendition] {
    var groups: [[Rendition]] = []
    for element in list.values.prefix(20) {
      let found = pictures(at: element, in: nil, depth: depth + 1)
      if !found.isEmpty { groups.append(found) }
    }
    let sizes = groups.compactMap(\.last)
    let widths = Set(sizes.compactMap(\.width))
    guard groups.count > 1, widths.count == groups.count,
      sizes.allSatisfy({ $0.hasShape(of: sizes[0]) })
    else { return groups.first ?? [] }
    return sizes.sorted { ($0.width ?? 0) < ($1.width ?? 0) }
  }

  private mutating func address(at place: JSONItem, in holder: JSONItem?) -> [Rendition] {
    do throws(FeedEntryError) {
      guard let address = try place.address([], from: origin) else { return [] }
      if let hint = holder.flatMap({ PictureHint(in: $0.value) }) { hints[address] = hint }
      return [
        Rendition(
          address: address, width: holder?.value["width"]?.pixels,
          height: holder?.value["height"]?.pixels)
      ]
    } catch {
      if fault == nil { fault = error }
      return []
    }
  }

  private func inMarkup(of item: JSONItem) -> [Rendition] {
    guard case .object(let members) = item.value else { return [] }
    for member in members where PlainNames.isMarkup(member.name) {
      let text = member.value.text ?? member.value["rendered"]?.text
      let found = HTMLPicture.renditions(in: Array((text ?? "").utf8), from: origin)
      if !found.isEmpty { return found }
    }
    return []
  }
}

/// A breadth-first search by member names, bounded in depth and number of objects.
struct PicturePlaces {
  /// A smaller picture: an address, an object of sizes, or a list.
  private(set) var small: JSONItem?
  private(set) var main, holder: JSONItem?
  /// A member of the item that is a picture's address or a web page's.
  private(set) var link: JSONItem?
  /// Whether another member is the web page, so that `link` is not.
  private(set) var hasPage = false

  init(_ item: JSONItem, depth: Int = 5) {
    var holders = [item]
    var count = 0
    for level in 0..<depth where main == nil && count < Self.holderLimit {
      count += holders.count
      var next: [JSONItem] = []
      for holder in holders { look(into: holder, isItem: level == 0, &next) }
      holders = next
    }
  }

  var isEmpty: Bool { main == nil && small == nil }

  private mutating func look(into holder: JSONItem, isItem: Bool, _ deeper: inout [JSONItem]) {
    guard case .object(let members) = holder.value else {
      for element in holder.values where element.value.isHolder {
        guard deeper.count < Self.holderLimit else { return }
        deeper.append(element)
      }
      return
    }
    var best = Best()
    for member in members {
      let role = PlainNames.role(of: member.name)
      best.note(member, role)
      guard role != .other, member.value.isHolder, deeper.count < Self.holderLimit else { continue }
      deeper.append(holder.child(member.value, .member(member.name)))
    }
    let place = { (member: JSONMember?) in
      member.map { holder.child($0.value, .member($0.name)) }
    }
    if small == nil { small = place(best.small.member) }
    if isItem {
      link = place(best.link.member)
      hasPage = best.hasPage
    }
    guard main == nil else { return }
    main = place(best.main.member ?? best.pictureLink.member)
    if main != nil { self.holder = holder }
  }

  private static let holderLimit = 200

  private struct Best {
    typealias Choice = (rank: Int, member: JSONMember?)

    private(set) var main: Choice = (.max, nil)
    private(set) var small: Choice = (.max, nil)
    private(set) var link: Choice = (.max, nil)
    private(set) var pictureLink: Choice = (.max, nil)
    private(set) var hasPage = false

    mutating func note(_ member: JSONMember, _ role: PlainNames.Role) {
      switch role {
      case .picture(let rank) where rank < main.rank && member.value.leadsToPicture():
        main = (rank, member)
      case .smallPicture(let rank) where rank < small.rank && member.value.leadsToPicture():
        small = (rank, member)
      case .link(let rank, let isPage):
        hasPage = hasPage || isPage
        if !isPage, rank < link.rank, member.value.isAddress { link = (rank, member) }
        if rank < pictureLink.rank, member.value.looksLikePicture { pictureLink = (rank, member) }
      case .page: hasPage = true
      default: break
      }
    }
  }
}

extension JSONValue {
  var isHolder: Bool { isObject || self[0] != nil }

  var isAddress: Bool {
    guard let text else { return false }
    return !text.isEmpty && !text.utf8.contains(where: \.isSpace)
  }

  var looksLikePicture: Bool {
    isAddress && text.map { AddressKind($0.utf8) } == .picture
  }

  /// Whether it is an address, by slashes or extension, or has one under a size's name.
  func leadsToPicture(depth: Int = 0) -> Bool {
    switch self {
    case .string(let text):
      return isAddress && (text.utf8.contains(UInt8(ascii: "/")) || looksLikePicture)
    case .array(let elements) where depth < Self.maxSizeDepth:
      return elements.prefix(20).contains { $0.leadsToPicture(depth: depth + 1) }
    case .object(let members) where depth < Self.maxSizeDepth:
      return members.contains { member in
        PlainNames.sizeRank(of: member.name) != nil && member.value.leadsToPicture(depth: depth + 1)
      }
    default: return false
    }
  }

  static let maxSizeDepth = 4
}

enum ListFinder {
  /// Breadth-first search for an array, or an object of objects, with pictures among its first
  /// values. Bounded in depth and number of values.
  static func list(in document: JSONItem) -> [JSONItem]? {
    var level = [document]
    var count = 0
    for _ in 0..<depthLimit {
      var next: [JSONItem] = []
      for place in level {
        let values = Array(place.values)
        if isList(place), isList(values) { return values }
        next += values.lazy.filter(\.value.isHolder).prefix(holderLimit)
        count += values.count
        guard count < countLimit else { return nil }
      }
      level = next
    }
    return nil
  }

  static func isList(_ items: [JSONItem]) -> Bool {
    items.prefix(20).contains {
      $0.value.looksLikePicture || $0.value.isObject && !PicturePlaces($0).isEmpty
    }
  }

  /// An array, or an object that is a dictionary rather than a record.
  private static func isList(_ place: JSONItem) -> Bool {
    guard case .object(let members) = place.value else { return true }
    return !members.isEmpty
      && members.allSatisfy { member in
        member.value.isObject && PlainNames.sizeRank(of: member.name) == nil
          && PlainNames.role(of: member.name) == .unknown
          && !PlainNames.lists.contains(member.name)
      }
  }

  private static let depthLimit = 6
  private static let holderLimit = 200
  private static let countLimit = 100_000
}
