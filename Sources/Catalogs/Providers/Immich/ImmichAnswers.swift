import Addresses
import Catalog
import Feeds
import HTTP
import Imaging
import Values

/// Reads what an Immich server answers: versions 2 and 3 of its interface, and 1.137 and later of the first.
struct ImmichAnswers {
  let address: ImmichAddress

  /// What the timeline of its own pages has.
  private static let filter = "visibility=timeline&withPartners=true&withStacked=true"
  /// The most months of a timeline, which is eight centuries.
  private static let mostMonths = 10_000

  /// Reads the answer of `server/version`: a page with that version and nothing else.
  /// - Throws: `FeedError.oldServer`, or why it is no such answer.
  func version(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let answer = try JSONParser.parse(document)
    guard let major = answer["major"]?.integer, let minor = answer["minor"]?.integer else {
      throw .noItems(path: JSONPath("major"))
    }
    let version = ImmichVersion(major: major, minor: minor)
    guard version >= .oldest else { throw .oldServer(ForeignName("\(major).\(minor)".utf8)) }
    var page = FeedPage()
    page.version = [major, minor]
    return page
  }

  /// Reads the answer of `albums`: the address of the first with a name, as a part.
  func albums(in document: [UInt8], called name: String) throws(FeedError) -> FeedPage {
    var page = FeedPage()
    let album = try JSONParser.parse(document).elements.first { album in
      album["albumName"]?.text == name && album["id"]?.text.map(ImmichID.isValid) == true
    }
    if let id = album?["id"]?.text, let place = place("albums/\(id)") { page.parts = [place] }
    return page
  }

  /// Reads the answer of `timeline/buckets`: the address of each month, as parts, and how many photos they have.
  func months(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let months = try pages(in: document)
    var page = FeedPage()
    page.totalCount = months.reduce(0) { $0 + $1.count }
    page.parts = months.compactMap { self.month($0.key) }
    return page
  }

  /// Reads the same answer: a page for each month that has photos, under the name that the server has for it.
  func pages(in document: [UInt8]) throws(FeedError) -> [EntryPage] {
    var names: Set<ByteString> = []
    let pages = try JSONParser.parse(document).elements.compactMap { month -> EntryPage? in
      let count = Self.claimedCount(month["count"])
      guard let name = month["timeBucket"]?.text.map({ ByteString($0.utf8.prefix(64)) }),
        count > 0, names.insert(name).inserted
      else { return nil }
      let day = CivilDate(String(decoding: name.bytes.prefix(10), as: UTF8.self))
      return EntryPage(
        key: name, count: count,
        month: day.map { EntryPage.Month(year: $0.year, number: $0.month) })
    }
    return Array(pages.prefix(Self.mostMonths))
  }

  /// How many photos a month is said to have: one where that is no count, so that the month is read, which corrects it.
  private static func claimedCount(_ value: JSONValue?) -> Int {
    guard case .number(let number) = value, number >= 0 else { return 1 }
    return Int(min(number, Double(EntryPage.mostPhotos)).rounded(.up))
  }

  /// The address of a month.
  func month(_ name: ByteString) -> WebURL? {
    let value = String(decoding: PercentEncoding.value(name.bytes[...]), as: UTF8.self)
    return place("timeline/bucket?\(Self.filter)&timeBucket=\(value)")
  }

  /// The address of the months.
  var months: WebURL? { place("timeline/buckets?\(Self.filter)") }

  /// The address of the server's version.
  var version: WebURL? { place("server/version") }

  /// Reads the answer of `timeline/bucket`: columns of what is said of the photos of a month.
  func month(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let columns = try JSONParser.parse(document)
    guard let ids = columns["id"]?.elements else { throw .noItems(path: JSONPath("id")) }
    return FeedPage(ids.indices, next: nil) { row throws(EntryFault) in
      let value = { (column: String) in columns[column]?[row] }
      var asset = ImmichAsset(id: try id(value("id"), at: "id[\(row)]"))
      asset.isImage = value("isImage") != .bool(false)
      asset.thumbHash = value("thumbhash")?.text
      asset.ratio = value("ratio")?.number
      if let created = value("fileCreatedAt")?.text.flatMap(Self.seconds) {
        asset.created = created
        let hours = value("localOffsetHours")?.number ?? 0
        asset.taken = abs(hours) <= 24 ? created + Int(hours * 3_600) : created
      }
      let places = ["city", "country"].compactMap { value($0)?.text }.filter { !$0.isEmpty }
      asset.title = places.isEmpty ? nil : places.joined(separator: ", ")
      return [asset.entry(of: self)]
    }
  }

  /// The longest cursor that is sent back, in bytes.
  private static let longestCursor = 4_096

  /// Reads the answer of a search: photos, and the first page's address where another page follows.
  func found(in document: [UInt8]) throws(FeedError) -> FeedPage {
    guard let assets = try JSONParser.parse(document)["assets"], let items = assets["items"] else {
      throw .noItems(path: JSONPath("assets.items"))
    }
    let cursor = assets["nextCursor"]?.text.flatMap { text in
      (1...Self.longestCursor).contains(text.utf8.count) ? text : nil
    }
    let hasMore = cursor != nil || assets["nextPage"].map { $0 != .null } ?? false
    var page = FeedPage(items.elements.enumerated(), next: hasMore ? address.server : nil) {
      item throws(EntryFault) in
      [try entry(item.element, at: "assets.items[\(item.offset)]")]
    }
    page.cursor = cursor
    return page
  }

  /// Reads the answer of `assets/ID`.
  func photo(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let asset = try JSONParser.parse(document)
    return FeedPage([asset], next: nil) { asset throws(EntryFault) in [try entry(asset, at: "id")] }
  }

  /// What to say where a document did not come.
  /// - Parameters:
  ///   - error: Why.
  ///   - isFirst: Whether nothing has come from the server yet.
  /// - Returns: A phrase, not sanitised.
  func problem(_ error: CatalogError, isFirst: Bool) -> String {
    switch error {
    case .network(.status(401)):
      "\(error): --immich-key FILE or IMMICH_API_KEY takes a key that counts there"
    case .network(.status(403)):
      "\(error): the key needs album.read, asset.read, asset.view and asset.download"
    case .network(.status(404)) where isFirst, .feed(.json) where isFirst,
      .feed(.noItems) where isFirst:
      "no Immich there (\(error))"
    default: "\(error)"
    }
  }

  /// The address of something of the interface.
  func place(_ path: String) -> WebURL? { try? address.server.resolving("/api/\(path)".utf8) }

  private func entry(_ item: JSONValue, at place: String) throws(EntryFault) -> FeedEntry {
    var asset = ImmichAsset(id: try id(item["id"], at: place))
    asset.isImage = item["type"]?.text == "IMAGE"
    asset.thumbHash = item["thumbhash"]?.text
    asset.name = item["originalFileName"]?.text
    asset.created = item["fileCreatedAt"]?.text.flatMap(Self.seconds)
    asset.taken = item["localDateTime"]?.text.flatMap(Self.seconds)
    let exif = item["exifInfo"]
    asset.byteCount = exif?["fileSizeInByte"]?.integer
    asset.title = exif?["description"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    if let width = item["width"]?.integer, let height = item["height"]?.integer {
      asset.size = (width, height)
    } else if let width = exif?["exifImageWidth"]?.integer,
      let height = exif?["exifImageHeight"]?.integer
    {
      // The first four ways of EXIF to lie are upright or upside down.
      let isTurned = (exif?["orientation"]?.text.flatMap { Int($0) } ?? 1) > 4
      asset.size = isTurned ? (height, width) : (width, height)
    }
    return asset.entry(of: self)
  }

  private func id(_ value: JSONValue?, at place: String) throws(EntryFault) -> String {
    guard let id = value?.text, ImmichID.isValid(id) else {
      throw EntryFault(place: place, error: .missing)
    }
    return id
  }

  /// Some versions leave the zone out, which is UTC.
  private static func seconds(_ text: String) -> Int? {
    let isBare = text.utf8.count >= 19 && !text.dropFirst(19).contains { "Zz+-".contains($0) }
    return InternetTime.seconds(Array((isBare ? text + "Z" : text).utf8))
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  fileprivate var number: Double? {
    guard case .number(let number) = self, number.isFinite else { return nil }
    return number
  }

  fileprivate var integer: Int? { number.flatMap { Int(exactly: $0) } }
}
