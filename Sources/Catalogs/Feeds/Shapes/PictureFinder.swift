import Base
import Imaging

/// Extracts the picture of an item of unknown form, with its sizes.
struct PictureFinder {
  private let origin: FeedOrigin
  private var fault: FeedEntryError?
  /// Low-resolution previews from the objects that contain the addresses.
  private var hints: [WebURL: PictureHint] = [:]

  /// Throws the error of its address, or `noPicture`.
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

  private init(origin: FeedOrigin) {
    self.origin = origin
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

  /// The sizes at an address, an object of sizes, or a list.
  private mutating func pictures(
    at place: JSONItem, in holder: JSONItem?, depth: Int = 0
  ) -> [Rendition] {
    guard depth < JSONValue.sizeDepth else { return [] }
    guard place.isHolder else { return address(at: place, in: holder) }
    guard place.value.isObject else { return inList(place, depth: depth) }
    var named: [(rank: Int, item: JSONItem)] = []
    place.eachValue { item in
      if case .member(let name) = item.path.steps.last, let rank = PlainNames.sizeRank(of: name) {
        named.append((rank, item))
      }
      return true
    }
    var found: [Rendition] = []
    for size in named.sorted(by: { $0.rank < $1.rank }) where size.item.value.leadsToPicture() {
      found += pictures(at: size.item, in: place, depth: depth + 1)
    }
    return found
  }

  /// A list is of sizes if all widths differ and the aspect ratios are equal; otherwise its first
  /// picture is used.
  private mutating func inList(_ list: JSONItem, depth: Int) -> [Rendition] {
    var groups: [[Rendition]] = []
    for element in JSONItem.elements(of: list.value, at: list.path)?.prefix(20) ?? [] {
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

  /// An address, with the size from the containing object.
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
