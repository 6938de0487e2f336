import Base

/// Most likely first. Names are compared in lower case, without hyphens and underscores.
enum PlainNames {
  static let lists = [
    "photos", "images", "items", "pictures", "results", "entries", "data", "hits", "media", "posts",
    "message", "nodes", "edges",
  ]

  private static let pictures = ranks([
    "image", "imageurl", "photo", "photourl", "picture", "pictureurl", "mediaurl", "mediaurlhttps",
    "imgsrc", "img", "imgurl", "imagelink", "fileurl", "sourceurl", "contenturl", "displayurl",
    "largeimageurl", "fullurl", "originalurl", "primaryimage", "hdurl", "downloadurl", "src",
    "urls",
    "original", "full", "large", "images", "photos", "pictures", "featuredimage", "artwork",
    "poster",
    "cover", "coverurl", "file", "media", "asset", "message",
  ])

  private static let smallPictures = ranks([
    "thumbnail", "thumbnailurl", "thumb", "thumburl", "preview", "previewurl", "small", "smallurl",
    "thumbnails", "thumbs", "medium", "mediumurl", "webformaturl", "thumbnailsrc",
  ])

  /// Address of a picture or of a web page.
  private static let links = ranks(["url", "href", "source", "uri", "link"])

  /// Address of the web page, so that `url` is the picture's; `link` may be either.
  private static let pages = [
    "permalink", "pageurl", "page", "htmlurl", "landingurl", "foreignlandingurl", "webpage",
  ]

  /// Sizes of one picture, ascending.
  private static let sizes = ranks([
    "square", "tiny", "icon", "thumb", "thumbnail", "small", "preview", "low", "medium", "mid",
    "regular", "standard", "web", "large", "big", "xlarge", "high", "full", "max", "hd", "original",
    "raw", "src", "source", "url", "href", "contenturl", "uri",
  ])

  private static let others = [
    "user", "author", "authors", "account", "owner", "avatar", "profile", "profileimage",
    "uploader",
    "creator", "icon", "logo", "favicon", "provider", "publisher", "links", "photographer", "tags",
  ]

  /// Texts that may be HTML with images.
  private static let markup: Set<String> = [
    "contenthtml", "content", "body", "html", "description", "summary", "caption", "excerpt",
    "text",
    "rendered",
  ]

  private static let hints: [String: Hint] = [
    "thumbhash": .thumbHash, "blurhash": .blurHash, "averagecolor": .meanColor,
    "avgcolor": .meanColor, "dominantcolor": .meanColor, "color": .color,
  ]

  static let titles = [
    "title", "title.rendered", "title.text", "caption", "name", "headline", "alt", "alttext",
    "alt_text", "description",
  ].map { ShapePath($0) }

  static let authors = [
    "author", "author.name", "photographer", "user.name", "user.username", "user", "creator",
    "creator.name", "artist", "artist.name", "credit", "username", "copyright",
  ].map { ShapePath($0) }

  static let dates = [
    "date", "created_at", "createdAt", "published", "published_at", "publishedAt", "date_published",
    "taken", "timestamp",
  ].map { ShapePath($0) }

  private static func ranks(_ names: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: zip(names, names.indices))
  }
}

extension PlainNames {
  /// The meaning of a member; lower ranks are more likely.
  enum Role: Hashable {
    case picture(Int)
    case smallPicture(Int)
    case link(Int, isPage: Bool)
    case page, other, unknown
  }

  static func role(of name: String) -> Role { roles[plain(name)] ?? .unknown }

  static func sizeRank(of name: String) -> Int? { sizes[plain(name)] }

  /// Kinds of low-resolution previews, ascending by detail.
  enum Hint: Int, Comparable {
    /// May be the color of something else.
    case color
    case meanColor, blurHash, thumbHash

    static func < (first: Hint, second: Hint) -> Bool { first.rawValue < second.rawValue }
  }

  static func hint(of name: String) -> Hint? { hints[plain(name)] }

  static func isMarkup(_ name: String) -> Bool { markup.contains(plain(name)) }

  private static let roles: [String: Role] = {
    var roles: [String: Role] = [:]
    for (name, rank) in pictures { roles[name] = .picture(rank) }
    for (name, rank) in smallPictures { roles[name] = .smallPicture(rank) }
    for (name, rank) in links { roles[name] = .link(rank, isPage: name == "link") }
    for name in pages { roles[name] = .page }
    for name in others { roles[name] = .other }
    return roles
  }()

  private static func plain(_ name: String) -> String {
    guard name.utf8.count <= 24 else { return "" }
    let isPlain = name.utf8.allSatisfy { $0 != "_" && $0 != "-" && $0 == $0.lowercased }
    guard !isPlain else { return name }
    let bytes = name.utf8.filter { $0 != "_" && $0 != "-" }.map(\.lowercased)
    return String(decoding: bytes, as: UTF8.self)
  }
}
