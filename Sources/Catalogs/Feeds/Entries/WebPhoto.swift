package import Base
package import Imaging

package struct WebPhoto: Sendable, Hashable, CustomStringConvertible {
  package var title, author: ForeignText?
  package var date: ForeignText?
  package var explanation: ForeignText?
  /// From smallest to largest if known, without duplicate addresses.
  package var renditions: [Rendition]
  /// Video or other media: renditions are stills of it, or empty.
  package var isVideo: Bool
  /// Not part of equality: a server may compute it later, and cached images stay valid.
  package var hint: PictureHint?
  /// The file on a server; nil for entries of feeds.
  package var file: ServedFile?
  /// Whether private network addresses are allowed: not if a public host named them.
  package var mayReachPrivateNetworks = true
  package var lifetime = PhotoLifetime.asServed

  package init(renditions: [Rendition], isVideo: Bool = false) {
    var known: Set<WebURL> = []
    self.renditions =
      renditions.count > 1
      ? renditions.filter { known.insert($0.address).inserted } : renditions
    self.isVideo = isVideo
  }

  package init(address: WebURL) {
    self.init(renditions: [Rendition(address: address)])
  }

  package var isCard: Bool { renditions.isEmpty }

  package var byteCount: Int? { file?.byteCount }
  /// Modification time in seconds since 1970 UTC, as the server states.
  package var modified: Int? { file?.modified }
  /// Capture time as the server states, in seconds since 1970 of the camera's local time.
  package var taken: Int? { file?.taken }

  /// The day of `date`; nil if only its month or year is given.
  package var day: CivilDate? {
    date.flatMap { CaptureDate(text: String(decoding: $0.bytes, as: UTF8.self)) }.flatMap {
      guard $0.precision == .second || $0.precision == .day else { return nil }
      return CivilDate(year: Int($0.year), month: Int($0.month), day: Int($0.day))
    }
  }

  package var ownExplanation: ForeignText? { explanation == title ? nil : explanation }

  /// The file name, or title and author, or the last part of the address; untrusted bytes.
  var caption: ByteString {
    if let file { return file.name }
    let words = [title, author].compactMap { $0?.bytes }
    guard words.isEmpty else { return ByteString(words.joined(separator: " \u{2013} ".utf8)) }
    guard let address = renditions.first?.address else { return ByteString("untitled") }
    return ByteString(address.path.split(separator: "/").last.map(String.init) ?? address.host)
  }

  package static func == (first: WebPhoto, second: WebPhoto) -> Bool {
    first.renditions == second.renditions && first.title == second.title
      && first.author == second.author && first.date == second.date
      && first.explanation == second.explanation && first.isVideo == second.isVideo
      && first.file == second.file && first.lifetime == second.lifetime
      && first.mayReachPrivateNetworks == second.mayReachPrivateNetworks
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(renditions.first?.address)
    hasher.combine(title)
  }

  package var description: String {
    if let file { return file.place.lossyText }
    return renditions.first.map { "\($0.address)" } ?? caption.lossyText
  }

  /// The smallest of known size that fills a box in pixels without upscaling; otherwise the first
  /// of unknown size, which the feed uses as the default, then the largest.
  package func rendition(sufficingForWidth width: Int, height: Int) -> Rendition? {
    renditions.filter { $0.suffices(width: width, height: height) }
      .min { ($0.area ?? 0) < ($1.area ?? 0) }
      ?? renditions.first { !$0.isSizeKnown }
      ?? renditions.max { ($0.area ?? 0) < ($1.area ?? 0) }
  }

  package var largestRendition: Rendition? { renditions.last }

  package var largestSize: PixelSize? {
    renditions.reversed().lazy.compactMap { rendition in
      guard let width = rendition.width, let height = rendition.height else { return nil }
      return PixelSize(width: width, height: height)
    }.first
  }
}

package enum PhotoLifetime: Hashable, Sendable {
  case asServed
  case forever
  /// The largest rendition never changes under this version name; smaller ones use HTTP freshness.
  case version(String)
  /// In seconds since 1970 UTC: responses of this interval are valid until its end.
  case between(start: Int, end: Int)
}

package struct Rendition: Hashable, Sendable {
  package let address: WebURL
  /// In pixels; nil if the feed does not state it.
  package let width, height: Int?

  /// Sizes outside 1...1,000,000 become nil.
  package init(address: WebURL, width: Int? = nil, height: Int? = nil) {
    self.address = address
    self.width = width.flatMap(Self.valid)
    self.height = height.flatMap(Self.valid)
  }

  var isSizeKnown: Bool { width != nil || height != nil }

  package func isSmaller(than area: Int) -> Bool { self.area.map { $0 < area } ?? false }

  /// In pixels; if one side is unknown, that of a square.
  var area: Int? {
    guard let side = width ?? height else { return nil }
    return side * (height ?? side)
  }

  /// Without upscaling, at least in the direction that limits it.
  func suffices(width wantedWidth: Int, height wantedHeight: Int) -> Bool {
    (width ?? 0) >= wantedWidth || (height ?? 0) >= wantedHeight
  }

  /// Whether the known aspect ratios are equal, within 5% and a pixel per side.
  func hasShape(of other: Rendition) -> Bool {
    guard let width, let height, let otherWidth = other.width, let otherHeight = other.height else {
      return true
    }
    let (one, two) = (width * otherHeight, height * otherWidth)
    return abs(one - two) <= max(one, two) / 20 + otherWidth + otherHeight
  }

  private static func valid(_ side: Int) -> Int? { (1...1_000_000).contains(side) ? side : nil }
}

package struct ServedFile: Hashable, Sendable {
  /// The name on the command line, such as `s3://bucket/2024/a.jpg`; untrusted bytes.
  package let place: ByteString
  /// The last component of `place`, unless the server states another; untrusted bytes.
  package let name: ByteString
  /// Size in bytes; nil if not stated or negative.
  package var byteCount: Int? {
    didSet { if let byteCount, byteCount < 0 { self.byteCount = nil } }
  }
  /// Modification time in seconds since 1970 UTC.
  package var modified: Int?
  package var entityTag: String?
  /// Whether `entityTag` is weak (RFC 9110 section 8.8.1).
  package var isTagWeak = false

  /// Capture time in seconds since 1970 of the camera's local time.
  package var taken: Int?

  /// `name` defaults to the last component of `place`.
  package init(place: ByteString, name: ByteString? = nil) {
    self.place = place
    let start = place.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    self.name = name ?? ByteString(place.bytes[start...])
  }
}

/// Photos of server listings. Allows private networks, since the user named the server.
enum ServedPhoto {
  static func isPhoto(_ path: [UInt8]) -> Bool {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = ByteString(path[start...])
    return name.bytes.first != UInt8(ascii: ".") && PictureFormat.isImage(fileName: name.bytes)
  }

  static func entry(_ file: ServedFile, at renditions: [Rendition]) -> WebPhoto {
    var photo = WebPhoto(renditions: renditions)
    photo.file = file
    photo.lifetime = file.entityTag.map { .version($0) } ?? .asServed
    return photo
  }
}
