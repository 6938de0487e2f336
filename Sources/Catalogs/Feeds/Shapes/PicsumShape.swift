import Base

/// The response of Lorem Picsum's `/v2/list`.
struct PicsumShape: JSONShape {
  let items: [JSONItem]

  init?(_ document: JSONValue) {
    let items = JSONItem.recognised(in: document) { item in
      item["download_url"]?.text != nil && item["id"] != nil && item["author"] != nil
    }
    guard let items else { return nil }
    self.items = items
  }

  func entries(of item: JSONItem, from origin: FeedOrigin) throws(FeedEntryError) -> [WebPhoto] {
    guard item.value.isObject else { throw item.fault(.notObject) }
    guard let address = try item.address(["download_url"], from: origin) else {
      throw item.fault(.missing, at: ["download_url"])
    }
    let full = Rendition(
      address: address, width: item.pixels("width"), height: item.pixels("height"))
    var entry = WebPhoto(renditions: Self.smaller(than: full) + [full])
    entry.author = item.line("author")
    return [entry]
  }

  /// The address ends with the size in pixels. Few widths, so that a cached response serves many
  /// cell sizes.
  private static func smaller(than full: Rendition) -> [Rendition] {
    guard let width = full.width, let height = full.height,
      full.address.path.hasSuffix("/\(width)/\(height)")
    else { return [] }
    return [200, 400, 1080].filter { $0 < width }.compactMap { shown in
      let shownHeight = max(1, shown * height / width)
      let address = try? full.address.resolving("../\(shown)/\(shownHeight)".utf8)
      return address.map { Rendition(address: $0, width: shown, height: shownHeight) }
    }
  }
}
