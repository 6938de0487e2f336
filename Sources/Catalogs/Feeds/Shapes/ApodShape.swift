import Base

/// NASA's Astronomy Picture of the Day API: an array of days, or one day.
struct ApodShape: JSONShape {
  let items: [JSONItem]

  init?(_ document: JSONValue) {
    let items = JSONItem.recognised(in: document) { item in
      item["date"]?.text != nil && item["media_type"]?.text != nil && item["title"]?.text != nil
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
