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
    var list = RenditionList()
    list.add { () throws(FeedEntryError) in try item.address(["image"], from: origin) }
    if let picture = attachments.first(where: { $0.isOf("image/") }) {
      list.add { () throws(FeedEntryError) in try picture.address(["url"], from: origin) }
    }
    if list.renditions.isEmpty {
      list.add { () throws(FeedEntryError) in try item.address(["banner_image"], from: origin) }
    }
    if list.renditions.isEmpty, let html = item[["content_html"]]?.text {
      list.add(HTMLPicture.renditions(in: Array(html.utf8), from: origin.based(at: site)))
    }
    var entry = try list.entry(isVideo: isVideo, orElse: item.fault(.noPicture))
    entry.title = item.line("title")
    entry.author = Self.author(of: item) ?? feedAuthor
    entry.date = item.line("date_published") ?? item.line("date_modified")
    entry.explanation = Self.explanation(of: item)
    return [entry]
  }

  private static func author(of item: JSONItem) -> ForeignText? {
    let first = item.value["authors"]?[0]?["name"]?.text
    return first.flatMap { ForeignText(line: $0.utf8) } ?? item.line("author", "name")
  }

  private static func explanation(of item: JSONItem) -> ForeignText? {
    let html = item[["content_html"]]?.text
    return item.paragraph("summary") ?? item.paragraph("content_text")
      ?? html.flatMap { ForeignText(paragraph: MarkupText.plain(Array($0.utf8))) }
  }
}

extension JSONItem {
  fileprivate func isOf(_ kind: String) -> Bool {
    self[["mime_type"]]?.text?.lowercased().hasPrefix(kind) == true
  }
}
