package import Imaging

/// The texts and the position of a photo; of limited size, untrusted.
package struct PhotoDescription: Hashable, Sendable {
  /// Of a keyword or a name, in bytes; longer ones are cut.
  package static let wordByteLimit = 256
  /// Of all keywords, or all names, in bytes; those beyond are left out.
  package static let listByteLimit = 16 << 10

  /// On one line each; a path has `|` between its levels.
  package var keywords: [String] = []
  /// Whether they were removed in a sidecar, which hides those of the photo.
  package var hasNoKeywords = false
  package var people: [String] = []
  /// Empty if it was removed in a sidecar.
  package var title, caption, altText: String?
  /// Without altitude, in ten-millionths of a degree.
  package var position: GeoPosition?
  /// Whether the photo itself could not be read, so that only texts of its sidecar are known.
  package var isPartial = false

  /// Whether keywords beyond the limits may have been left out.
  package var mayLackKeywords: Bool {
    keywords.count >= PhotoMetadata.keywordLimit
      || keywords.contains { $0.utf8.count > Self.wordByteLimit - 4 }
      || keywords.reduce(0) { $0 + $1.utf8.count + 1 } > Self.listByteLimit - Self.wordByteLimit
  }

  package init() {}

  package init(_ metadata: PhotoMetadata) {
    keywords = Self.bounded(metadata.keywords)
    people = Self.bounded(metadata.people)
    (title, caption, altText) = (metadata.title, metadata.caption, metadata.altText)
    position = metadata.position.flatMap {
      GeoPosition(
        latitude: Double(Self.parts($0.latitude)) / Self.scale,
        longitude: Double(Self.parts($0.longitude)) / Self.scale)
    }
  }

  package var isEmpty: Bool { self == PhotoDescription() }

  package mutating func fill(from other: PhotoDescription) {
    if keywords.isEmpty, !hasNoKeywords { keywords = other.keywords }
    if people.isEmpty { people = other.people }
    title = title ?? other.title
    caption = caption ?? other.caption
    altText = altText ?? other.altText
    position = position ?? other.position
  }

  private static func bounded(_ words: [String]) -> [String] {
    var byteCount = 0
    let words = Keywords(words, byteLimit: wordByteLimit).all
    return Array(
      words.prefix {
        byteCount += $0.utf8.count + 1
        return byteCount <= listByteLimit
      })
  }
}

extension PhotoDescription {
  static let columns = "keywords, people, title, caption, alt_text, latitude, longitude"

  var values: [SQLiteValue] {
    [
      hasNoKeywords ? .text(Self.none) : Self.lines(keywords), Self.lines(people),
      SQLiteValue(title == "" ? Self.none : title),
      SQLiteValue(caption == "" ? Self.none : caption), SQLiteValue(altText),
      SQLiteValue(position.map { Self.parts($0.latitude) }),
      SQLiteValue(position.map { Self.parts($0.longitude) }),
    ]
  }

  /// Stored for texts that were removed in a sidecar; no text is a blank line.
  private static let none = "\n"

  /// Degrees are stored in ten-millionths, about a centimetre.
  private static let scale = 1e7

  private static func parts(_ degrees: Double) -> Int64 { Int64((degrees * scale).rounded()) }

  private static func lines(_ words: [String]) -> SQLiteValue {
    words.isEmpty ? .null : .text(words.joined(separator: "\n"))
  }

  /// Reads the columns from the second on, as another program may have written them.
  init(_ row: borrowing SQLiteRow) {
    let words = row.text(1)
    hasNoKeywords = words == Self.none
    keywords = Self.bounded(Self.words(words))
    people = Self.bounded(Self.words(row.text(2)))
    title = row.text(3).flatMap(Self.text)
    caption = row.text(4).flatMap(Self.text)
    altText = row.text(5).flatMap(PhotoMetadata.text)
    if let latitude = row.integer(6), let longitude = row.integer(7) {
      position = GeoPosition(
        latitude: Double(latitude) / Self.scale, longitude: Double(longitude) / Self.scale)
    }
  }

  private static func text(_ column: String) -> String? {
    column == none ? "" : PhotoMetadata.text(column)
  }

  private static func words(_ lines: String?) -> [String] {
    lines?.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) } ?? []
  }
}
