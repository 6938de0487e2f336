import Base
package import Imaging

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
    "urls", "original", "full", "large", "images", "photos", "pictures", "featuredimage", "artwork",
    "poster", "cover", "coverurl", "file", "media", "asset", "message",
  ])

  private static let smallPictures = ranks([
    "thumbnail", "thumbnailurl", "thumb", "thumburl", "preview", "previewurl", "small", "smallurl",
    "thumbnails", "thumbs", "medium", "mediumurl", "webformaturl", "thumbnailsrc",
  ])

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
    "uploader", "creator", "icon", "logo", "favicon", "provider", "publisher", "links",
    "photographer", "tags",
  ]

  /// Texts that may be HTML with images.
  private static let markup: Set<String> = [
    "contenthtml", "content", "body", "html", "description", "summary", "caption", "excerpt",
    "text", "rendered",
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
    /// Possibly of something else than the photo.
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

extension PictureHint {
  /// Mastodon, Pixelfed and Misskey have `blurhash`, Unsplash `blur_hash` and `color`, Pexels
  /// `avg_color`, Immich `thumbhash`.
  init?(in object: JSONValue) {
    guard case .object(let members) = object else { return nil }
    var best: (kind: PlainNames.Hint, hint: PictureHint)?
    for member in members {
      guard let text = member.value.text, Self.lengths.contains(text.utf8.count),
        let kind = PlainNames.hint(of: member.name), best.map({ kind > $0.kind }) ?? true,
        let hint = Self(kind, text.utf8)
      else { continue }
      best = (kind, hint)
    }
    guard let best else { return nil }
    self = best.hint
  }

  /// Valid lengths in bytes, from `#rgb` to the longest BlurHash.
  private static let lengths = 4...166

  private init?(_ kind: PlainNames.Hint, _ text: some Collection<UInt8>) {
    let hint: PictureHint? =
      switch kind {
      case .thumbHash: ThumbHash(base64: text).map(PictureHint.thumbHash)
      case .blurHash: BlurHash(text).map(PictureHint.blurHash)
      case .meanColor, .color: RGB(hexadecimal: text).map(PictureHint.color)
      }
    guard let hint else { return nil }
    self = hint
  }
}

extension RGB {
  /// Parses CSS `#rgb` or `#rrggbb` (Color Level 4, section 5.2).
  package init?(hexadecimal text: some Collection<UInt8>) {
    let digits = text.dropFirst().prefix(7).map(\.hexValue)
    let values = digits.compactMap(\.self)
    guard text.first == "#", values.count == digits.count else { return nil }
    switch values.count {
    case 3: self.init(values[0] * 17, values[1] * 17, values[2] * 17)
    case 6:
      self.init(values[0] << 4 | values[1], values[2] << 4 | values[3], values[4] << 4 | values[5])
    default: return nil
    }
  }
}
