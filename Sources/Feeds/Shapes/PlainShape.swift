/// A list of photos in words that most people would choose, or that are given.
struct PlainShape: JSONShape {
  let items: [JSONItem]
  private let mapping: JSONMapping

  /// Finds the list in a document.
  /// - Throws: `FeedError.noItems`.
  init(_ document: JSONValue, _ mapping: JSONMapping) throws(FeedError) {
    self.mapping = mapping
    guard let items = Self.items(of: document, mapping) else {
      throw .noItems(path: mapping.items ?? .root)
    }
    self.items = items
  }

  private static func items(of document: JSONValue, _ mapping: JSONMapping) -> [JSONItem]? {
    if let path = mapping.items {
      return document[path].flatMap { JSONItem.elements(of: $0, at: path) }
    }
    if let list = JSONItem.list(in: document, members: PlainNames.lists) { return list }
    let whole = JSONItem(value: document, path: .root)
    let hasPicture = mapping.image.map { document[$0] != nil } ?? (whole.pictureNames != nil)
    return hasPicture ? [whole] : nil
  }
}

extension PlainShape {
  /// Reads an item: an object, or the address alone.
  /// - Throws: What is wrong with it, and where.
  func entry(of item: JSONItem, from origin: FeedOrigin) throws(EntryFault) -> FeedEntry {
    var entry = try pictures(of: item, from: origin)
    entry.title =
      mapping.title.map { item.value[$0]?.text.flatMap { ForeignText(line: $0.utf8) } }
      ?? item.first(PlainNames.titles)
    entry.author = item.first(PlainNames.authors)
    entry.date = item.first(PlainNames.dates)
    entry.explanation = item.paragraph("explanation") ?? item.paragraph("description")
    return entry
  }

  private func pictures(
    of item: JSONItem, from origin: FeedOrigin
  ) throws(EntryFault) -> FeedEntry {
    if let path = mapping.image {
      let place = JSONItem(value: item.value[path] ?? .null, path: item.path.appending(path))
      return try Self.single(place, from: origin)
    }
    guard item.value.isObject else {
      return try Self.single(item, from: origin)
    }
    var list = RenditionList()
    for names in PlainNames.smallPictures where item[names]?.text != nil {
      list.add { () throws(EntryFault) in try item.address(names, from: origin) }
    }
    if let names = item.pictureNames {
      list.add(width: item.pixels("width"), height: item.pixels("height")) {
        () throws(EntryFault) in try item.address(names, from: origin)
      }
    }
    return try list.entry(orElse: item.fault(.noPicture))
  }

  private static func single(
    _ place: JSONItem, from origin: FeedOrigin
  ) throws(EntryFault) -> FeedEntry {
    guard let address = try place.address([], from: origin) else { throw place.fault(.missing) }
    return FeedEntry(renditions: [Rendition(address: address)])
  }
}

extension JSONItem {
  /// The first of the usual names under which there is a text.
  fileprivate var pictureNames: [String]? {
    PlainNames.pictures.first { self[$0]?.text != nil }
  }

  /// The first text of one line under some names.
  fileprivate func first(_ places: [[String]]) -> ForeignText? {
    for names in places {
      if let text = self[names]?.text.flatMap({ ForeignText(line: $0.utf8) }) { return text }
    }
    return nil
  }
}
