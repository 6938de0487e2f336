/// Metadata of a photo: untrusted texts of limited length that must be sanitized for a terminal.
package struct PhotoMetadata: Hashable, Sendable {
  package static let textByteLimit = 4096
  package static let keywordLimit = 256
  package static let personLimit = 64

  package var format: PictureFormat?
  /// Zero if unknown.
  package var byteCount = 0
  package var size: PixelSize?
  package var orientation: Orientation?
  /// Of a video, in milliseconds.
  package var duration: Int?
  package var codec: String?
  /// Whether a video is appended; nil if nothing says so.
  package var isMotionPhoto: Bool?
  package var profile, make, model, lens: String?
  package var exposureTime: Fraction?
  package var aperture: Double?
  package var iso: Int?
  /// In millimeters; `filmFocalLength` is the 35 mm equivalent.
  package var focalLength, filmFocalLength: Double?
  /// In EV.
  package var exposureBias: Double?
  package var flash: FlashUse?
  package var captureDate: CaptureDate?
  package var position: GeoPosition?
  /// The name of the position; files do not contain it.
  package var town: Town?
  package var title, caption, altText: String?
  /// Unique, in order; a path of keywords has `|` between its levels.
  package var keywords: [String] = []
  /// Names of people shown; unique, in order.
  package var people: [String] = []
  /// Of people whose place in the photo is known; at most `Face.limit`.
  package var faces: [Face] = []
  /// 1 to 5; 0 for unrated, -1 for rejected.
  package var rating: Int?
  package var label, creator, rights, software: String?

  package init() {}

  package var camera: String? { CameraName(make: make ?? "", model: model ?? "").text }

  /// Nil if a side is missing or not within 1...Int32.max, which prevents overflows later.
  package static func size(width: Int?, height: Int?) -> PixelSize? {
    let sides = 1...Int(Int32.max)
    guard let width, let height, sides.contains(width), sides.contains(height) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Trims blanks and controls and truncates at a character boundary; nil if empty.
  package static func text(_ text: String) -> String? {
    Self.text(text, byteLimit: textByteLimit)
  }

  package static func text(_ text: String, byteLimit: Int) -> String? {
    let scalars = text.unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.value <= 0x20 || (scalar.value > 0x7F && scalar.properties.isWhitespace)
    }
    guard let start = scalars.firstIndex(where: { !isBlank($0) }) else { return nil }
    var end = scalars.index(after: scalars.lastIndex { !isBlank($0) } ?? start)
    let utf8 = text.utf8
    if let limit = utf8.index(start, offsetBy: byteLimit, limitedBy: end), limit < end {
      end = limit
      while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    }
    return start == text.startIndex && end == text.endIndex ? text : String(text[start..<end])
  }

  package mutating func fill(from other: PhotoMetadata) {
    for property in Self.properties { property(&self, other) }
    if keywords.isEmpty { keywords = other.keywords }
    if people.isEmpty { people = other.people }
    if faces.isEmpty { faces = other.faces }
    if byteCount == 0 { byteCount = other.byteCount }
  }

  private static let properties = [
    fill(\.format), fill(\.size), fill(\.orientation), fill(\.profile), fill(\.make), fill(\.model),
    fill(\.lens), fill(\.exposureTime), fill(\.aperture), fill(\.iso), fill(\.focalLength),
    fill(\.filmFocalLength), fill(\.exposureBias), fill(\.flash), fill(\.captureDate),
    fill(\.position), fill(\.title), fill(\.caption), fill(\.altText), fill(\.rating),
    fill(\.label), fill(\.creator), fill(\.rights), fill(\.software), fill(\.duration),
    fill(\.codec), fill(\.isMotionPhoto),
  ]

  private static func fill<Value>(
    _ path: any WritableKeyPath<PhotoMetadata, Value?> & Sendable
  ) -> @Sendable (inout PhotoMetadata, PhotoMetadata) -> Void {
    { target, source in
      if target[keyPath: path] == nil { target[keyPath: path] = source[keyPath: path] }
    }
  }
}

/// Unique words without control characters, in order.
package struct Keywords {
  package private(set) var all: [String] = []

  package init(
    _ words: some Sequence<String>, limit: Int = PhotoMetadata.keywordLimit,
    byteLimit: Int = PhotoMetadata.textByteLimit
  ) {
    var known: Set<String> = []
    for word in words {
      guard all.count < limit else { return }
      guard var word = PhotoMetadata.text(word, byteLimit: byteLimit) else { continue }
      if word.unicodeScalars.contains(where: Self.isControl) {
        word = String(
          String.UnicodeScalarView(word.unicodeScalars.map { Self.isControl($0) ? " " : $0 }))
      }
      if known.insert(word).inserted { all.append(word) }
    }
  }

  /// Without levels of paths and shorter paths: programs write them as keywords, too. Paths that are
  /// too deep are left out.
  package static func withoutParts(_ keywords: [String]) -> [String] {
    var parts: Set<Substring> = []
    let paths = keywords.filter { path in
      let levels = path.split(separator: "|")
      guard levels.count > 1 else { return levels.count == 1 }
      guard levels.count <= levelLimit else { return false }
      parts.formUnion(levels)
      parts.formUnion(levels.dropFirst().map { path[..<$0.startIndex].dropLast() })
      return true
    }
    return paths.filter { !parts.contains($0[...]) }
  }

  package static let levelLimit = 32

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}

/// A rational number, as in EXIF (CIPA DC-008, RATIONAL and SRATIONAL).
package struct Fraction: Hashable, Sendable {
  package let numerator: Int
  /// Positive.
  package let denominator: Int

  package init?(_ numerator: Int, _ denominator: Int) {
    guard denominator != 0, numerator > Int.min, denominator > Int.min else { return nil }
    self.numerator = denominator < 0 ? -numerator : numerator
    self.denominator = abs(denominator)
  }

  package var value: Double { Double(numerator) / Double(denominator) }
}

/// The bits of the EXIF tag Flash (CIPA DC-008, 0x9209).
package struct FlashUse: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package var isFired: Bool { rawValue & 1 != 0 }
  package var isMissing: Bool { rawValue & 0x20 != 0 }
  package var isAutomatic: Bool { rawValue & 0x18 == 0x18 }
  package var reducesRedEyes: Bool { rawValue & 0x40 != 0 }
}

/// A WGS 84 position.
package struct GeoPosition: Hashable, Sendable {
  package let latitude, longitude: Double
  /// Meters above sea level.
  package let altitude: Double?

  private static let altitudes = -12_000.0...100_000.0

  /// Nil if out of range; an altitude out of range is dropped.
  package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
    self.altitude = altitude.flatMap { Self.altitudes.contains($0) ? $0 : nil }
  }

  /// A geo URI (RFC 5870): `geo:48.198634,16.371648,183`.
  package var address: String {
    let height = altitude.map { "," + $0.text(places: 1) } ?? ""
    return "geo:\(latitude.text(places: 6)),\(longitude.text(places: 6))\(height)"
  }
}

/// A town in which, or near which, a photo was taken.
package struct Town: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  /// The first administrative division; empty if there is none.
  package let region: String
  package let country: String
  /// In ISO 3166-1, two and three letters, and perhaps others.
  package let countryCodes: [String]

  package init(name: String, region: String, country: String, countryCodes: [String]) {
    (self.name, self.region, self.country) = (name, region, country)
    self.countryCodes = countryCodes
  }

  /// `Paris, Île-de-France, France`; equal names once: `Singapore`.
  package var description: String {
    var parts: [String] = []
    for part in [name, region, country] where !part.isEmpty && !parts.contains(part) {
      parts.append(part)
    }
    return parts.joined(separator: ", ")
  }
}

extension Double {
  /// With at most `places` decimals (0 to 9), without trailing zeros.
  package func text(places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    guard let units = Int(exactly: (magnitude * Double(scale)).rounded()) else { return "\(self)" }
    var decimals = String(units % scale + scale).dropFirst()
    while decimals.last == "0" { decimals = decimals.dropLast() }
    let sign = self < 0 && units > 0 ? "-" : ""
    return "\(sign)\(units / scale)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }
}

package enum MetadataScope: UInt8, Hashable, Sendable {
  case all
  /// Values for sorting and filtering: date, size, camera, lens, exposure, position, and texts.
  case index
}
