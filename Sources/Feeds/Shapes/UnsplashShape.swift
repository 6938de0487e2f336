/// What the Unsplash API answers: an array of photos, one photo, or a search with `results`.
struct UnsplashShape: JSONShape {
  let items: [JSONItem]

  init?(_ document: JSONValue) {
    let found = JSONItem.recognised(in: document, members: ["results"]) { item in
      let urls = item["urls"]
      return Self.widths.contains { urls?[$0.name]?.text != nil }
    }
    guard let found else { return nil }
    items = found
  }

  func entry(of item: JSONItem, from origin: FeedOrigin) throws(EntryFault) -> FeedEntry {
    guard item.value.isObject else { throw item.fault(.notObject) }
    let full = (width: item.pixels("width"), height: item.pixels("height"))
    var list = RenditionList()
    for (name, width) in Self.widths {
      let size = Self.size(of: full, width: width)
      list.add(width: size.width, height: size.height) { () throws(EntryFault) in
        try item.address(["urls", name], from: origin)
      }
    }
    var entry = try list.entry(orElse: item.fault(.missing, at: ["urls"]))
    entry.title = item.line("description") ?? item.line("alt_description")
    entry.author = item.line("user", "name")
    entry.date = item.line("created_at")
    entry.explanation = item.paragraph("alt_description") ?? item.paragraph("description")
    return entry
  }

  /// The widths in pixels that the documentation of the API gives; the last is the photo itself.
  private static let widths: [(name: String, width: Int?)] = [
    ("thumb", 200), ("small", 400), ("regular", 1080), ("full", nil),
  ]

  /// The size of the photo made as wide as is said, but never wider than it is.
  private static func size(
    of full: (width: Int?, height: Int?), width: Int?
  ) -> (width: Int?, height: Int?) {
    guard let width else { return full }
    guard let fullWidth = full.width, let fullHeight = full.height else { return (width, nil) }
    let shown = min(width, fullWidth)
    return (shown, max(1, shown * fullHeight / fullWidth))
  }
}
