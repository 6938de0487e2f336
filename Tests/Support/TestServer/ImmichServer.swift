/// An Immich server of version 3 as its API is documented.
///
/// It requires the key `k3y`, and responds to undocumented requests with 404.
package struct ImmichServer: Sendable {
  package struct Photo: Sendable {
    /// The last part of its identifier.
    package var number: Int
    package var name: String
    /// In UTC: `2024-05-01T12:30:00`.
    package var date: String
    package var album: String?
    package var isVideo = false

    package init(_ number: Int, _ name: String, _ date: String, album: String? = nil) {
      (self.number, self.name, self.date, self.album) = (number, name, date, album)
    }

    package var id: String { ImmichServer.id(number) }
  }

  package static let key = "k3y"
  package var version = (major: 3, minor: 0)
  package var pageSize = 2
  /// The ThumbHash of every photo, in Base64.
  package var thumbHash = "1QcSHQRnh493V4dIh4eXh1h4kJUI"
  private let photos: [Photo]
  private let picture: @Sendable (Photo, String) -> [UInt8]

  /// Takes photos, newest first, and a function of photo and address suffix that returns an image.
  package init(
    _ photos: [Photo], picture: @escaping @Sendable (Photo, String) -> [UInt8] = { _, _ in [] }
  ) {
    self.photos = photos
    self.picture = picture
  }

  package static func id(_ number: Int) -> String {
    let digits = String(number)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  package func answer(_ request: AskedRequest, _ connection: ServedConnection) {
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.first == "api" else { return connection.answer("404 Not Found") }
    if request.path == "/api/server/version" {
      return connection.answer(
        text: #"{"major":\#(version.major),"minor":\#(version.minor),"patch":1}"#)
    }
    guard request.headers["x-api-key"] == Self.key else {
      return connection.answer("401 Unauthorized")
    }
    switch (request.method, parts.dropFirst().joined(separator: "/")) {
    case ("GET", "timeline/buckets"): connection.answer(text: buckets)
    case ("GET", "timeline/bucket"): connection.answer(text: bucket(of: request))
    case ("GET", "albums"): connection.answer(text: albums(areShared: request.target.contains("?")))
    case ("POST", "search/metadata"), ("POST", "search/smart"):
      connection.answer(text: found(by: request))
    case ("GET", _) where parts.count >= 3 && parts[1] == "assets":
      asset(parts, request, connection)
    default: connection.answer("404 Not Found")
    }
  }

  private func asset(
    _ parts: [String], _ request: AskedRequest, _ connection: ServedConnection
  ) {
    guard let photo = photos.first(where: { $0.id == parts[2] }) else {
      return connection.answer("404 Not Found")
    }
    guard parts.count > 3 else { return connection.answer(text: json(photo)) }
    connection.answer(
      "200 OK", ["Cache-Control: private, max-age=86400, no-transform"],
      body: picture(photo, String(request.target.dropFirst("/api/assets/\(photo.id)/".count))))
  }

  private var months: [String] {
    photos.map { String($0.date.prefix(7)) }.reduce(into: []) { months, month in
      if months.last != month { months.append(month) }
    }
  }

  private var buckets: String {
    let items = months.map { month in
      #"{"timeBucket":"\#(month)-01","count":\#(photos.count { $0.date.hasPrefix(month) })}"#
    }
    return "[\(items.joined(separator: ","))]"
  }

  private func bucket(of request: AskedRequest) -> String {
    let name = request.target.split(separator: "timeBucket=").last.map(String.init) ?? ""
    let month = photos.filter { $0.date.hasPrefix(name.prefix(7)) }
    func column(_ name: String, _ value: (Photo) -> String) -> String {
      #""\#(name)":[\#(month.map(value).joined(separator: ","))]"#
    }
    let columns = [
      column("id") { #""\#($0.id)""# }, column("ratio") { _ in "1.5" },
      column("isImage") { "\(!$0.isVideo)" }, column("thumbhash") { _ in #""\#(thumbHash)""# },
      column("fileCreatedAt") { #""\#($0.date)""# }, column("localOffsetHours") { _ in "5.5" },
      column("city") { $0.number == 1 ? #""Berlin""# : "null" },
      column("country") { $0.number == 1 ? #""Germany""# : "null" },
    ]
    return "{\(columns.joined(separator: ","))}"
  }

  /// Album numbers start at 900, in photo order; names that begin with `s` are shared by others.
  private func albums(areShared: Bool) -> String {
    let items = names.enumerated().filter { $0.element.hasPrefix("s") == areShared }.map {
      #"{"id":"\#(Self.id(900 + $0.offset))","albumName":"\#($0.element)"}"#
    }
    return "[\(items.joined(separator: ","))]"
  }

  private var names: [String] {
    photos.compactMap(\.album).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  private func found(by request: AskedRequest) -> String {
    let album = names.enumerated().first { request.body.contains(Self.id(900 + $0.offset)) }?
      .element
    let all = photos.filter { photo in
      (album == nil || photo.album == album)
        && (!request.body.contains("\"query\":\"lake\"") || photo.name.contains("lake"))
    }
    let page = request.body.split(separator: "\"page\":").last.flatMap {
      Int($0.prefix { $0.isNumber })
    }
    let start = min(((page ?? 1) - 1) * pageSize, all.count)
    let items = all[start...].prefix(pageSize).map(json).joined(separator: ",")
    let next = start + pageSize < all.count ? "\"\((page ?? 1) + 1)\"" : "null"
    return #"{"albums":{"items":[]},"assets":{"count":1,"items":[\#(items)],"nextPage":\#(next)}}"#
  }

  private func json(_ photo: Photo) -> String {
    """
    {"id":"\(photo.id)","type":"\(photo.isVideo ? "VIDEO" : "IMAGE")","originalFileName":"\(photo.name)",\
    "thumbhash":"\(thumbHash)","fileCreatedAt":"\(photo.date).000Z","localDateTime":"\(photo.date).000Z",\
    "exifInfo":{"exifImageWidth":4000,"exifImageHeight":3000,"orientation":"6","fileSizeInByte":1234,\
    "description":""}}
    """
  }
}
