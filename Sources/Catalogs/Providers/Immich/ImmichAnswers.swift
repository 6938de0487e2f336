import Base
import HTTP
import Imaging

/// Parses responses of Immich servers: API versions 1.137 and later, 2 and 3.
struct ImmichAnswers {
  let address: ImmichAddress

  /// The same photos as the timeline of Immich's web UI.
  private static let filter = "visibility=timeline&withPartners=true&withStacked=true"
  /// Maximum months of a timeline: eight centuries.
  private static let maxMonths = 10_000

  /// Parses `server/version` into a page with only the version; throws `FeedError.oldServer`.
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

  /// Parses `albums`: the address of the first album with a name becomes a part.
  func albums(in document: [UInt8], called name: String) throws(FeedError) -> FeedPage {
    var page = FeedPage()
    let album = try JSONParser.parse(document).elements.first { album in
      album["albumName"]?.text == name && album["id"]?.text?.isImmichID == true
    }
    if let id = album?["id"]?.text, let place = place("albums/\(id)") { page.parts = [place] }
    return page
  }

  /// Parses `timeline/buckets`: the addresses of months become parts, with the total count.
  func months(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let months = try pages(in: document)
    var page = FeedPage()
    page.totalCount = months.reduce(0) { $0 + $1.count }
    page.parts = months.compactMap { self.month($0.key) }
    return page
  }

  /// One page per month with photos; keys are the server's names.
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
    return Array(pages.prefix(Self.maxMonths))
  }

  /// The stated count of a month; an invalid one becomes 1, until the month is read.
  private static func claimedCount(_ value: JSONValue?) -> Int {
    guard case .number(let number) = value, number >= 0 else { return 1 }
    return Int(min(number, Double(EntryPage.maxPhotos)).rounded(.up))
  }

  func month(_ name: ByteString) -> WebURL? {
    let value = String(decoding: PercentEncoding.value(name.bytes[...]), as: UTF8.self)
    return place("timeline/bucket?\(Self.filter)&timeBucket=\(value)")
  }

  var months: WebURL? { place("timeline/buckets?\(Self.filter)") }

  var version: WebURL? { place("server/version") }

  /// Parses `timeline/bucket`: columns of the properties of a month's photos.
  func month(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let columns = try JSONParser.parse(document)
    guard let ids = columns["id"]?.elements else { throw .noItems(path: JSONPath("id")) }
    return FeedPage(ids.indices, next: nil) { row throws(FeedEntryError) in
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

  private static let maxCursorBytes = 4_096

  /// Parses a search; `next` is set to the server's address if another page follows.
  func found(in document: [UInt8]) throws(FeedError) -> FeedPage {
    guard let assets = try JSONParser.parse(document)["assets"], let items = assets["items"] else {
      throw .noItems(path: JSONPath("assets.items"))
    }
    let cursor = assets["nextCursor"]?.text.flatMap { text in
      (1...Self.maxCursorBytes).contains(text.utf8.count) ? text : nil
    }
    let hasMore = cursor != nil || assets["nextPage"].map { $0 != .null } ?? false
    var page = FeedPage(items.elements.enumerated(), next: hasMore ? address.server : nil) {
      item throws(FeedEntryError) in
      [try entry(item.element, at: "assets.items[\(item.offset)]")]
    }
    page.cursor = cursor
    return page
  }

  func photo(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let asset = try JSONParser.parse(document)
    return FeedPage([asset], next: nil) { asset throws(FeedEntryError) in
      [try entry(asset, at: "id")]
    }
  }

  /// Not sanitized; `isFirst` is whether the server has not responded successfully yet.
  func problem(_ error: CatalogError, isFirst: Bool) -> String {
    switch error {
    case .network(.status(401)):
      "\(error): set a valid key with --immich-key FILE or IMMICH_API_KEY"
    case .network(.status(403)):
      "\(error): the key needs album.read, asset.read, asset.view and asset.download"
    case .network(.status(404)) where isFirst, .feed(.json) where isFirst,
      .feed(.noItems) where isFirst:
      "not an Immich server (\(error))"
    default: "\(error)"
    }
  }

  func place(_ path: String) -> WebURL? { try? address.server.resolving("/api/\(path)".utf8) }

  private func entry(_ item: JSONValue, at place: String) throws(FeedEntryError) -> WebPhoto {
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
      // EXIF orientations 1...4 keep width and height; 5...8 swap them.
      let isTurned = (exif?["orientation"]?.text.flatMap { Int($0) } ?? 1) > 4
      asset.size = isTurned ? (height, width) : (width, height)
    }
    return asset.entry(of: self)
  }

  private func id(_ value: JSONValue?, at place: String) throws(FeedEntryError) -> String {
    guard let id = value?.text, id.isImmichID else {
      throw FeedEntryError(place: place, error: .missing)
    }
    return id
  }

  /// Some versions omit the time zone, which is UTC then.
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

struct ImmichAsset {
  /// Short sides of Immich's thumbnails at its default settings, in pixels.
  private static let sides = [("thumbnail", 250), ("preview", 1_440)]

  let id: String
  var isImage = true
  var thumbHash: String?
  var ratio: Double?
  /// The original after orientation, in pixels.
  var size: (width: Int, height: Int)?
  var name, title: String?
  var byteCount: Int?
  /// In seconds since 1970 UTC.
  var created: Int?
  /// In seconds since 1970 of the camera's local time.
  var taken: Int?

  /// Two thumbnails and, unless it is a video, the original.
  func entry(of answers: ImmichAnswers) -> WebPhoto {
    let version = thumbHash.map {
      "&c=" + String(decoding: PercentEncoding.value($0.utf8.prefix(64)), as: UTF8.self)
    }
    var renditions = Self.sides.compactMap { name, side -> Rendition? in
      guard let place = answers.place("assets/\(id)/thumbnail?size=\(name)\(version ?? "")") else {
        return nil
      }
      let long = Int((Double(side) * max(shape, 1 / shape)).rounded())
      return shape >= 1
        ? Rendition(address: place, width: long) : Rendition(address: place, height: long)
    }
    if isImage, let original = answers.place("assets/\(id)/original") {
      renditions.append(Rendition(address: original, width: size?.width, height: size?.height))
    }
    var entry = WebPhoto(renditions: renditions, isVideo: !isImage)
    entry.title = title.flatMap { ForeignText(line: $0.utf8) }
    entry.hint = thumbHash.flatMap { ThumbHash(base64: $0.utf8) }.map { .thumbHash($0) }
    var file = ServedFile(place: answers.address.place(of: id), name: ByteString(shownName))
    file.byteCount = byteCount
    file.modified = created
    file.taken = taken
    entry.file = file
    return entry
  }

  private var shape: Double {
    let known = size.map { Double($0.width) / Double($0.height) } ?? ratio
    return known.flatMap { $0 > 0.01 && $0 < 100 ? $0 : nil } ?? 1
  }

  /// Timeline responses have no file names: the time is used then.
  private var shownName: String {
    if let name, !name.isEmpty { return name }
    guard let taken else { return id }
    let (day, second) = taken.quotientAndRemainder(flooringBy: 86_400)
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0.zeroPadded(to: 2) }
    return "\(CivilDate(daysSinceEpoch: day)) \(clock.joined(separator: "."))"
  }
}
