import Base

/// JSON Feed, versions 1 and 1.1 (jsonfeed.org).
struct JSONFeedShape: JSONShape {
  let items: [JSONItem]
  /// Looked up once, since a feed may have many members and items.
  private let feedAuthor: ForeignText?
  private let site: [UInt8]?

  init?(_ document: JSONValue) {
    guard document["version"]?.text?.contains("jsonfeed.org/version/") == true,
      let items = JSONItem(value: document).member("items")?.elements
    else { return nil }
    self.items = items
    site = document["home_page_url"]?.text.map { Array($0.utf8) }
    feedAuthor = Self.author(of: JSONItem(value: document))
  }

  func entries(of item: JSONItem, from origin: FeedOrigin) throws(FeedEntryError) -> [WebPhoto] {
    guard item.value.isObject else { throw item.fault(.notObject) }
    let attachments = item.member("attachments")?.elements ?? []
    let isVideo = attachments.contains { $0.isOf("video/") }
    let html = item[["content_html"]]?.text
    var list = RenditionList()
    list.add { () throws(FeedEntryError) in try item.address(["image"], from: origin) }
    if let picture = attachments.first(where: { $0.isOf("image/") }) {
      list.add { () throws(FeedEntryError) in try picture.address(["url"], from: origin) }
    }
    if list.renditions.isEmpty {
      list.add { () throws(FeedEntryError) in try item.address(["banner_image"], from: origin) }
    }
    if list.renditions.isEmpty, let html {
      list.add(HTMLPicture.renditions(in: Array(html.utf8), from: origin.based(at: site)))
    }
    var entry = try list.entry(isVideo: isVideo, orElse: item.fault(.noPicture))
    entry.title = item.line("title")
    entry.author = Self.author(of: item) ?? feedAuthor
    entry.date = item.line("date_published") ?? item.line("date_modified")
    entry.explanation =
      item.paragraph("summary") ?? item.paragraph("content_text")
      ?? html.flatMap { ForeignText(paragraph: MarkupText.plain(Array($0.utf8))) }
    return [entry]
  }

  private static func author(of item: JSONItem) -> ForeignText? {
    let first = item.value["authors"]?[0]?["name"]?.text
    return first.flatMap { ForeignText(line: $0.utf8) } ?? item.line("author", "name")
  }
}

extension JSONItem {
  fileprivate func isOf(_ kind: String) -> Bool {
    self[["mime_type"]]?.text?.lowercased().hasPrefix(kind) == true
  }
}

/// NASA's Astronomy Picture of the Day API: an array of days, or one day.
struct ApodShape: JSONShape {
  let items: [JSONItem]

  init?(_ document: JSONValue) {
    let items = JSONItem.recognised(in: document) { item in
      ["date", "media_type", "title"].allSatisfy { item[$0]?.text != nil }
    }
    guard let items else { return nil }
    self.items = items
  }

  func entries(of item: JSONItem, from origin: FeedOrigin) throws(FeedEntryError) -> [WebPhoto] {
    guard item.value.isObject else { throw item.fault(.notObject) }
    let isVideo = item[["media_type"]]?.text != "image"
    var list = RenditionList()
    for name in isVideo ? ["thumbnail_url"] : ["url", "hdurl"] {
      list.add { () throws(FeedEntryError) in try item.address([name], from: origin) }
    }
    var entry = try list.entry(isVideo: isVideo, orElse: item.fault(.missing, at: ["url"]))
    entry.title = item.line("title")
    entry.author = item.line("copyright")
    entry.date = item.line("date")
    entry.explanation = item.paragraph("explanation")
    return [entry]
  }
}

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
      address: address, width: item.value["width"]?.pixels, height: item.value["height"]?.pixels)
    var entry = WebPhoto(renditions: Self.smaller(than: full) + [full])
    entry.author = item.line("author")
    return [entry]
  }

  /// Addresses end with a size in pixels. Few widths: a response serves many cell sizes.
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
