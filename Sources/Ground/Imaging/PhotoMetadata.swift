package import PictureFormats

/// What the file of a photo says of it, besides its pixels: how it was taken, where, and what people
/// have written about it.
///
/// All of it is a stranger's word. The texts are valid Unicode of a bounded length, and nothing more:
/// `sanitise` comes before a terminal.
package struct PhotoMetadata: Hashable, Sendable {
  /// The longest text, in bytes of UTF-8.
  package static let textByteLimit = 4096
  /// The most keywords.
  package static let keywordLimit = 256

  /// The kind of the file.
  package var format: PictureFormat?
  /// The size of the file, in bytes; zero where nobody has counted it.
  package var byteCount = 0
  /// The size of the picture as it is shown, in pixels.
  package var size: PixelSize?
  /// How the stored picture is turned to be shown.
  package var orientation: Orientation?
  /// The name of the colour profile.
  package var profile: String?
  /// The maker of the camera.
  package var make: String?
  /// The model of the camera.
  package var model: String?
  /// The lens.
  package var lens: String?
  /// The exposure time in seconds.
  package var exposureTime: Fraction?
  /// The f-number.
  package var aperture: Double?
  /// The sensitivity as ISO 12232 counts it.
  package var iso: Int?
  /// The focal length in millimetres.
  package var focalLength: Double?
  /// The focal length that gives the same view on 35 mm film, in millimetres.
  package var filmFocalLength: Double?
  /// By how much the exposure was meant to differ, in EV.
  package var exposureBias: Double?
  /// What the flash did.
  package var flash: FlashUse?
  /// When the photo was taken.
  package var captureDate: CaptureDate?
  /// Where the photo was taken.
  package var position: GeoPosition?
  /// A short name.
  package var title: String?
  /// What is to be seen.
  package var caption: String?
  /// Words to find the photo by, in their order, each once.
  package var keywords: [String] = []
  /// From one to five; zero for none, and minus one for a rejected photo.
  package var rating: Int?
  /// The colour label, by its name.
  package var label: String?
  /// What wrote the file.
  package var software: String?

  /// Knows nothing yet.
  package init() {}

  /// The camera as people call it.
  package var camera: String? { CameraName(make: make ?? "", model: model ?? "").text }

  /// A size as it is kept; nil where a side is none, or longer than any, so that nothing overflows which
  /// reckons with it.
  package static func size(width: Int, height: Int) -> PixelSize? {
    let sides = 1...Int(Int32.max)
    guard sides.contains(width), sides.contains(height) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// A text as it is kept: without blanks and controls at its ends, and cut off between two characters
  /// where it is too long; nil where nothing is left.
  package static func text(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar.value <= 0x20 || (scalar.value > 0x7F && scalar.properties.isWhitespace)
    }
    guard let start = scalars.firstIndex(where: { !isBlank($0) }) else { return nil }
    var end = scalars.index(after: scalars.lastIndex { !isBlank($0) } ?? start)
    let utf8 = text.utf8
    if let limit = utf8.index(start, offsetBy: textByteLimit, limitedBy: end), limit < end {
      end = limit
      while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    }
    return String(text[start..<end])
  }
}

extension PhotoMetadata {
  /// Takes from others what is not known here.
  package mutating func fill(from other: PhotoMetadata) {
    for property in Self.properties { property(&self, other) }
    if keywords.isEmpty { keywords = other.keywords }
    if byteCount == 0 { byteCount = other.byteCount }
  }

  private static let properties = [
    fill(\.format), fill(\.size), fill(\.orientation), fill(\.profile), fill(\.make), fill(\.model),
    fill(\.lens), fill(\.exposureTime), fill(\.aperture), fill(\.iso), fill(\.focalLength),
    fill(\.filmFocalLength), fill(\.exposureBias), fill(\.flash), fill(\.captureDate),
    fill(\.position), fill(\.title), fill(\.caption), fill(\.rating), fill(\.label),
    fill(\.software),
  ]

  private static func fill<Value>(
    _ path: any WritableKeyPath<PhotoMetadata, Value?> & Sendable
  ) -> @Sendable (inout PhotoMetadata, PhotoMetadata) -> Void {
    { target, source in
      if target[keyPath: path] == nil { target[keyPath: path] = source[keyPath: path] }
    }
  }
}

/// A number as two whole ones, as EXIF has it (CIPA DC-008, RATIONAL and SRATIONAL).
package struct Fraction: Hashable, Sendable {
  /// What is divided.
  package let numerator: Int
  /// What it is divided by; above zero.
  package let denominator: Int

  /// Takes a fraction; nil where it is no number, as 0/0.
  package init?(_ numerator: Int, _ denominator: Int) {
    guard denominator != 0, numerator > Int.min, denominator > Int.min else { return nil }
    self.numerator = denominator < 0 ? -numerator : numerator
    self.denominator = abs(denominator)
  }

  /// The number.
  package var value: Double { Double(numerator) / Double(denominator) }
}

/// What the flash did: the bits of the EXIF tag Flash (CIPA DC-008, 0x9209).
package struct FlashUse: RawRepresentable, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Takes the bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Whether it fired.
  package var isFired: Bool { rawValue & 1 != 0 }
  /// Whether there is none.
  package var isMissing: Bool { rawValue & 0x20 != 0 }
  /// Whether the camera decided.
  package var isAutomatic: Bool { rawValue & 0x18 == 0x18 }
  /// Whether it was to keep eyes from being red.
  package var reducesRedEyes: Bool { rawValue & 0x40 != 0 }
}

/// A place on the earth, by WGS 84.
package struct GeoPosition: Hashable, Sendable {
  /// Degrees, positive in the north; from -90 to 90.
  package let latitude: Double
  /// Degrees, positive in the east; from -180 to 180.
  package let longitude: Double
  /// Metres above the sea; nil where that is not known.
  package let altitude: Double?

  /// The deepest sea and the highest aircraft, in metres.
  private static let altitudes = -12_000.0...100_000.0

  /// Takes a place; nil where there is none such.
  ///
  /// An altitude that is none does not count.
  package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { Self.altitudes.contains($0) ? $0 : nil }
  }

  /// The place as an address (RFC 5870): `geo:48.198634,16.371648,183`.
  package var address: String {
    let height = altitude.map { "," + $0.text(places: 1) } ?? ""
    return "geo:\(latitude.text(places: 6)),\(longitude.text(places: 6))\(height)"
  }
}

extension Double {
  /// The number with at most so many decimals, without zeros at their end; from 0 to 9 decimals.
  package func text(places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    guard let units = Int(exactly: (magnitude * Double(scale)).rounded()) else { return "\(self)" }
    var decimals = String(units % scale + scale).dropFirst()
    while decimals.last == "0" { decimals = decimals.dropLast() }
    let sign = self < 0 && units > 0 ? "-" : ""
    return "\(sign)\(units / scale)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }
}

/// What of a photo's metadata is wanted.
package enum MetadataScope: UInt8, Hashable, Sendable {
  /// All that is known.
  case all
  /// What photos are sorted and filtered by: when they were taken, their size, camera, lens, exposure, and
  /// what people think of them. No other texts.
  case index
}
