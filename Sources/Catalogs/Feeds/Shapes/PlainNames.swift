import Values

/// The names that people give to what a list of photos holds, the likeliest first.
///
/// Names of members are compared in lower case, without hyphens and underscores.
enum PlainNames {
  /// The list itself.
  static let lists = [
    "photos", "images", "items", "pictures", "results", "entries", "data", "hits", "media", "posts",
    "message", "nodes", "edges",
  ]

  /// The picture at its usual size.
  private static let pictures = ranks([
    "image", "imageurl", "photo", "photourl", "picture", "pictureurl", "mediaurl", "mediaurlhttps",
    "imgsrc", "img", "imgurl", "imagelink", "fileurl", "sourceurl", "contenturl", "displayurl",
    "largeimageurl", "fullurl", "originalurl", "primaryimage", "hdurl", "downloadurl", "src",
    "urls",
    "original", "full", "large", "images", "photos", "pictures", "featuredimage", "artwork",
    "poster",
    "cover", "coverurl", "file", "media", "asset", "message",
  ])

  /// A smaller one.
  private static let smallPictures = ranks([
    "thumbnail", "thumbnailurl", "thumb", "thumburl", "preview", "previewurl", "small", "smallurl",
    "thumbnails", "thumbs", "medium", "mediumurl", "webformaturl", "thumbnailsrc",
  ])

  /// What is as often the address of a page.
  private static let links = ranks(["url", "href", "source", "uri", "link"])

  /// Where a page has a name of its own, so that `url` is none; `link` is of both kinds.
  private static let pages = [
    "permalink", "pageurl", "page", "htmlurl", "landingurl", "foreignlandingurl", "webpage",
  ]

  /// The sizes of one picture, from the smallest to the largest.
  private static let sizes = ranks([
    "square", "tiny", "icon", "thumb", "thumbnail", "small", "preview", "low", "medium", "mid",
    "regular", "standard", "web", "large", "big", "xlarge", "high", "full", "max", "hd", "original",
    "raw", "src", "source", "url", "href", "contenturl", "uri",
  ])

  /// What an item says of others than its own picture.
  private static let others = [
    "user", "author", "authors", "account", "owner", "avatar", "profile", "profileimage",
    "uploader",
    "creator", "icon", "logo", "favicon", "provider", "publisher", "links", "photographer", "tags",
  ]

  /// Texts that may be HTML with pictures in it.
  private static let markup: Set<String> = [
    "contenthtml", "content", "body", "html", "description", "summary", "caption", "excerpt",
    "text",
    "rendered",
  ]

  /// What is said of how the picture looks from afar.
  private static let hints: [String: Hint] = [
    "thumbhash": .thumbHash, "blurhash": .blurHash, "averagecolor": .meanColor,
    "avgcolor": .meanColor, "dominantcolor": .meanColor, "color": .color,
  ]

  /// What it is called.
  static let titles = [
    "title", "title.rendered", "title.text", "caption", "name", "headline", "alt", "alttext",
    "alt_text", "description",
  ].map { ShapePath($0) }

  /// Who made it.
  static let authors = [
    "author", "author.name", "photographer", "user.name", "user.username", "user", "creator",
    "creator.name", "artist", "artist.name", "credit", "username", "copyright",
  ].map { ShapePath($0) }

  /// When.
  static let dates = [
    "date", "created_at", "createdAt", "published", "published_at", "publishedAt", "date_published",
    "taken", "timestamp",
  ].map { ShapePath($0) }

  private static func ranks(_ names: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: zip(names, names.indices))
  }
}

extension PlainNames {
  /// What a member is for; ranks are less where that is likelier.
  enum Role: Hashable {
    case picture(Int)
    case smallPicture(Int)
    case link(Int, isPage: Bool)
    case page
    case other
    case unknown
  }

  /// What a member of a name is for.
  static func role(of name: String) -> Role {
    roles[plain(name)] ?? .unknown
  }

  /// How large a size of a name is among those of one picture; nil where it is no such name.
  static func sizeRank(of name: String) -> Int? {
    sizes[plain(name)]
  }

  /// What a member says of how the picture looks from afar; those that say more are greater.
  enum Hint: Int, Comparable {
    /// As often the colour of something else.
    case color
    case meanColor
    case blurHash
    case thumbHash

    static func < (first: Hint, second: Hint) -> Bool { first.rawValue < second.rawValue }
  }

  /// What a member of a name says of how the picture looks; nil where it is no such name.
  static func hint(of name: String) -> Hint? {
    hints[plain(name)]
  }

  /// Whether a text of a name may be HTML.
  static func isMarkup(_ name: String) -> Bool {
    markup.contains(plain(name))
  }

  private static let roles: [String: Role] = {
    var roles: [String: Role] = [:]
    for (name, rank) in pictures { roles[name] = .picture(rank) }
    for (name, rank) in smallPictures { roles[name] = .smallPicture(rank) }
    for (name, rank) in links { roles[name] = .link(rank, isPage: name == "link") }
    for name in pages { roles[name] = .page }
    for name in others { roles[name] = .other }
    return roles
  }()

  /// A name as it is compared; longer names than all that are known become empty.
  private static func plain(_ name: String) -> String {
    guard name.utf8.count <= 24 else { return "" }
    let isPlain = name.utf8.allSatisfy { $0 != "_" && $0 != "-" && $0 == $0.lowercased }
    guard !isPlain else { return name }
    let bytes = name.utf8.filter { $0 != "_" && $0 != "-" }.map(\.lowercased)
    return String(decoding: bytes, as: UTF8.self)
  }
}
