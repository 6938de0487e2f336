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
    let named = JSONItem.list(in: document, members: PlainNames.lists)
    if let image = mapping.image { return named ?? (document[image] == nil ? nil : [whole]) }
    if let named, named.isEmpty || ListFinder.isList(named) { return named }
    if !PicturePlaces(whole, depth: 1).isEmpty { return [whole] }
    if let list = ListFinder.list(in: whole) ?? named { return list }
    let places = PicturePlaces(whole)
    return places.isEmpty && places.link == nil ? nil : [whole]
  }
}

extension PlainShape {
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
