import Base

struct HTMLPicture {
  /// An unresolved address and the stated size in pixels.
  struct Source {
    let target: [UInt8]
    var width, height: Int?
  }

  /// From smallest to largest if known.
  let sources: [Source]

  /// Nil for an icon, an emoticon or a tracking pixel; `alternatives` are `source` elements of the
  /// `picture`.
  init?(_ image: HTMLTag, among alternatives: [HTMLTag]) {
    let width = Self.pixels(image["width"])
    let height = Self.pixels(image["height"])
    guard !Self.isTiny(width, height), let main = Self.main(of: image) else { return nil }
    let sets = ([image] + alternatives.prefix(8)).flatMap { tag in
      Self.setNames.compactMap { tag[$0] }
    }
    let sized = sets.lazy.map { SourceSet.sources(in: $0) }.first { !$0.isEmpty } ?? []
    guard !BeaconAddress.isKnown(main.target) else { return nil }
    let isNamed = sized.contains { $0.target == main.target }
    sources = (isNamed ? [] : [main]) + sized.filter { !BeaconAddress.isKnown($0.target) }
  }

  private static func main(of image: HTMLTag) -> Source? {
    let sets = setNames.lazy.compactMap { image[$0] }.compactMap { SourceSet.sources(in: $0).last }
    let target =
      addressNames.lazy.compactMap { image[$0] }.first(where: isAddress) ?? sets.first?.target
    return target.map { Source(target: $0) }
  }

  private static func isAddress(_ text: [UInt8]) -> Bool {
    let scheme = text.prefix(5).map(\.lowercased)
    return !scheme.elementsEqual("data:".utf8) && text.count <= WebURL.byteLimit
  }

  private static func pixels(_ value: [UInt8]?) -> Int? {
    guard let value, value.last != "%" else { return nil }
    return Int(String(decoding: value.prefix { $0.isDigit }, as: UTF8.self))
  }

  /// Tracking pixels are at most 2 pixels, and inline icons not much larger than text.
  private static func isTiny(_ width: Int?, _ height: Int?) -> Bool {
    min(width ?? .max, height ?? .max) <= 2 || max(width ?? .max, height ?? .max) <= 32
  }

  private static let setNames = ["srcset", "data-srcset", "data-lazy-srcset"]
  private static let addressNames = [
    "data-src", "data-lazy-src", "data-original", "data-original-src", "data-orig-src",
    "data-actualsrc", "src",
  ]

  static func all(in html: [UInt8]) -> [HTMLPicture] { pictures(in: HTMLTagScanner(html)) }

  static func all(in element: XMLElement) -> [HTMLPicture] {
    let hasElements = element.children.contains { _ in true }
    return (hasElements ? pictures(in: tags(in: element)) : []) + all(in: element.text)
  }

  private static func tags(in element: XMLElement) -> [HTMLTag] {
    element.children.flatMap { [HTMLTag($0)] + tags(in: $0) }
  }

  private static func pictures(in tags: some Sequence<HTMLTag>) -> [HTMLPicture] {
    var alternatives: [HTMLTag] = []
    var pictures: [HTMLPicture] = []
    for tag in tags {
      switch tag.name {
      case "picture": alternatives = []
      case "source": alternatives.append(tag)
      case "img":
        if let picture = HTMLPicture(tag, among: alternatives) { pictures.append(picture) }
        alternatives = []
      default: break
      }
      guard pictures.count < Self.limit else { break }
    }
    return pictures
  }

  private static let limit = 50

  /// The sizes of the first image with a valid address.
  static func renditions(in html: [UInt8], from origin: FeedOrigin) -> [Rendition] {
    first(of: all(in: html), from: origin)
  }

  static func first(of pictures: [HTMLPicture], from origin: FeedOrigin) -> [Rendition] {
    pictures.lazy.map { $0.renditions(from: origin) }.first { !$0.isEmpty } ?? []
  }

  private func renditions(from origin: FeedOrigin) -> [Rendition] {
    sources.compactMap { source in
      // Browsers ignore line breaks in addresses.
      let target = source.target.filter { !$0.isSpace || $0 == 0x20 }
      return (try? origin.resolve(target)).map {
        Rendition(address: $0, width: source.width, height: source.height)
      }
    }
  }
}

enum BeaconAddress {
  static func isKnown(_ address: [UInt8]) -> Bool {
    let text = address.map(\.lowercased)
    // The library's search in collections takes 200 times as long.
    return pieces.contains { piece in text.indices.contains { text[$0...].starts(with: piece) } }
  }

  private static let pieces: [[UInt8]] = [
    // Counters and ads.
    "feedburner.com/~", "/~ff/", "/~r/", "doubleclick.net", "feedads.", "feedsportal.com",
    "pheedo.com",
    "google-analytics.com", "googlesyndication.com", "quantserve.com", "scorecardresearch.com",
    "stats.wordpress.com", "pixel.wp.com", "feeds.wordpress.com/1.0/",
    "blogger.googleusercontent.com/tracker",
    "medium.com/_/stat", "vgwort.de", "assoc-amazon.com", "amazon-adsystem.com", "facebook.com/tr?",
    "statcounter.com",
    // Placeholders.
    "/pixel.gif", "/pixel.png", "/1x1.", "/spacer.gif", "/blank.gif", "/transparent.gif",
    // Emoticons and icons.
    "gravatar.com/avatar", "/images/smilies/", "/smilies/", "s.w.org/images/core/emoji", "/emoji/",
    "/wp-includes/images/", "/rss_icon", "/feed-icon", "/share-buttons/",
  ].map { Array($0.utf8) }
}

/// Parses `srcset` (HTML section 4.8.4.2.1).
enum SourceSet {
  static func sources(in text: [UInt8]) -> [HTMLPicture.Source] {
    var scanner = ByteScanner(text)
    var sources: [(source: HTMLPicture.Source, order: Double)] = []
    while sources.count < limit, let candidate = take(from: &scanner) {
      sources.append(candidate)
    }
    return sources.sorted { $0.order < $1.order }.map(\.source).filter {
      !$0.target.starts(with: "data:".utf8)
    }
  }

  private static func take(
    from scanner: inout ByteScanner
  ) -> (source: HTMLPicture.Source, order: Double)? {
    scanner.skip { $0.isSpace || $0 == "," }
    let start = scanner.offset
    scanner.skip { !$0.isSpace }
    var target = scanner.slice(from: start)
    guard !target.isEmpty else { return nil }
    var width: Int?
    var order = 1.0
    if target.last == "," {
      while target.last == "," { target.removeLast() }
    } else {
      let descriptors = scanner.bytes[scanner.offset...].prefix { $0 != "," }
      scanner.move(to: descriptors.endIndex)
      for descriptor in descriptors.split(whereSeparator: \.isSpace) {
        let number = String(decoding: descriptor.dropLast(), as: UTF8.self)
        if descriptor.last == "w" { width = Int(number) }
        order = Double(number) ?? order
      }
    }
    return (HTMLPicture.Source(target: Array(target), width: width), order)
  }

  private static let limit = 32
}

struct HTMLTag {
  let name: String
  private(set) var attributes: [String: [UInt8]] = [:]

  init(_ element: XMLElement) {
    name = element.name.local.lowercased()
    for (name, value) in element.attributes where Self.isOfInterest(name.local.lowercased()) {
      attributes[name.local.lowercased()] = value
    }
  }

  subscript(name: String) -> [UInt8]? {
    guard let value = attributes[name]?.trimmed, !value.isEmpty else { return nil }
    return Array(value)
  }

  private static func isOfInterest(_ attribute: String) -> Bool {
    attribute.hasPrefix("data-") || ["src", "srcset", "width", "height"].contains(attribute)
  }
}

extension HTMLTag {
  /// Parses a tag after its `<` (HTML sections 13.2.5.8 and 13.2.5.32 to 13.2.5.40). Nil if the
  /// document ends inside the tag; everything is consumed then.
  init?(from scanner: inout ByteScanner) {
    let start = scanner.offset
    scanner.skip { !Self.endsName($0) }
    // No relevant element has a longer name.
    name = String(decoding: scanner.slice(from: start).prefix(20).map(\.lowercased), as: UTF8.self)
    while true {
      scanner.skip { Self.isSpace($0) || $0 == "/" }
      guard !scanner.isAtEnd else { return nil }
      if scanner.take(">") { return }
      takeAttribute(from: &scanner)
    }
  }

  private mutating func takeAttribute(from scanner: inout ByteScanner) {
    let start = scanner.offset
    // A leading equals sign is part of the name.
    _ = scanner.next()
    scanner.skip { !Self.endsName($0) && $0 != "=" }
    let name = String(
      decoding: scanner.slice(from: start).prefix(40).map(\.lowercased), as: UTF8.self)
    scanner.skip(while: Self.isSpace)
    let value = scanner.take("=") ? Self.takeValue(from: &scanner) : []
    guard attributes.count < Self.attributeLimit, attributes[name] == nil, Self.isOfInterest(name)
    else { return }
    var reader = ByteScanner(value)
    attributes[name] = Self.characters(from: &reader)
  }

  private static func takeValue(from scanner: inout ByteScanner) -> [UInt8] {
    scanner.skip(while: isSpace)
    guard let quote = scanner.peek, quote == "\"" || quote == "'" else {
      let start = scanner.offset
      scanner.skip { !isSpace($0) && $0 != ">" }
      return Array(scanner.slice(from: start))
    }
    _ = scanner.next()
    let start = scanner.offset
    scanner.skip { $0 != quote }
    defer { _ = scanner.next() }
    return Array(scanner.slice(from: start))
  }

  private static func characters(from scanner: inout ByteScanner) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = scanner.next() {
      if byte == "&", let scalar = CharacterReference.take(fromAttribute: &scanner) {
        text += Array(String(scalar).utf8)
      } else {
        text.append(byte)
      }
    }
    return text
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == "/" || byte == ">"
  }

  /// HTML white space: that of XML and form feed.
  private static func isSpace(_ byte: UInt8) -> Bool { byte.isSpace || byte == 0x0C }

  private static let attributeLimit = 32
}

/// In one pass, without a tree whose depth would need a limit. Skips end tags.
struct HTMLTagScanner: Sequence, IteratorProtocol {
  private var scanner: ByteScanner

  init(_ html: [UInt8]) {
    scanner = ByteScanner(html)
  }

  mutating func next() -> HTMLTag? {
    while true {
      scanner.skip { $0 != "<" }
      guard scanner.take("<") else { return nil }
      if scanner.take(all: "!--") {
        skip(past: "-->")
      } else if scanner.peek?.isLetter == true {
        guard let tag = HTMLTag(from: &scanner) else { return nil }
        // Their content is not HTML.
        if tag.name == "script" { skip(past: "</script") }
        if tag.name == "style" { skip(past: "</style") }
        return tag
      }
    }
  }

  private mutating func skip(past end: StaticString) {
    if scanner.take(upTo: end) == nil { scanner.move(to: scanner.bytes.count) }
  }
}
