internal import Imaging

/// Reads an EXIF block (CIPA DC-008) and the blocks next to it in a TIFF.
struct ExifReader {
  static let blockLimit = 1 << 20

  private(set) var metadata = PhotoMetadata()
  /// Written by people in Windows' own tags, which the guidelines do not cover.
  private(set) var windows = PhotoMetadata()
  private(set) var xmp: ArraySlice<UInt8>?
  /// IPTC (tag 33723) and Photoshop resources (tag 34377).
  private(set) var iptc: ArraySlice<UInt8>?
  private(set) var photoshop: ArraySlice<UInt8>?
  private(set) var profile: ArraySlice<UInt8>?
  /// Last change by a program that writes EXIF; fallback for the capture date.
  private(set) var changeDate: CaptureDate?
  /// Stored size in pixels of the first image that is neither reduced nor a mask (TIFF 6.0,
  /// NewSubfileType), or else the first image.
  ///
  /// The orientation is nil in a SubIFD.
  private(set) var image: (size: PixelSize, orientation: Orientation?)?
  /// Stored, in pixels.
  private(set) var largestSize: PixelSize?

  /// The type of the first directory; Canon raw files have a block for each.
  enum Root {
    case picture, photo, position
  }

  init(_ view: ByteView, root: Root = .picture) {
    // The prefix of a block in a JPEG, which some programs write into other containers too.
    let view = view.has("Exif\0\0") ? view.part(from: 6) : view
    guard var structure = TIFFStructure(view), let first = structure.entries(at: structure.first)
    else { return }
    switch root {
    case .photo: take(photo: first, picture: first)
    case .position: metadata.position = Self.position(first)
    case .picture: take(picture: first, in: &structure)
    }
  }

  private mutating func take(picture: TIFFEntries, in structure: inout TIFFStructure) {
    take(picture: picture)
    let photo = picture.number(0x8769).flatMap { structure.entries(at: $0) }
    take(photo: photo ?? picture, picture: picture)
    if structure.isPanasonic { metadata.iso = metadata.iso ?? picture.number(0x17) }
    if metadata.profile == nil, let place = photo?.number(0xA005) {
      let interoperability = structure.entries(at: place)?.text(1)
      if interoperability == "R03" { metadata.profile = Self.adobe }
    }
    if let place = picture.number(0x8825), let entries = structure.entries(at: place) {
      metadata.position = Self.position(entries)
    }
    findSizes(from: picture, in: &structure)
  }

  private mutating func take(picture: TIFFEntries) {
    metadata.make = picture.text(0x010F).flatMap(PhotoMetadata.text)
    metadata.model = picture.text(0x0110).flatMap(PhotoMetadata.text)
    metadata.orientation = picture.number(0x0112).flatMap(Orientation.init)
    metadata.software = picture.text(0x0131).flatMap(PhotoMetadata.text)
    metadata.creator = picture.text(0x013B).flatMap(PhotoMetadata.text)
    metadata.rights = picture.text(0x8298).flatMap(PhotoMetadata.text)
    metadata.caption = picture.text(0x010E).flatMap(PhotoMetadata.text)
    xmp = picture.bytes(0x02BC, atMost: Self.blockLimit)
    iptc = picture.bytes(0x83BB, atMost: Self.blockLimit)
    photoshop = picture.bytes(0x8649, atMost: Self.blockLimit)
    profile = picture.bytes(0x8773, atMost: Self.blockLimit)
    windows.rating = picture.number(0x4746).flatMap { (0...5).contains($0) ? $0 : nil }
    windows.title = wide(picture, 0x9C9B)
    windows.caption = wide(picture, 0x9C9C)
    windows.keywords =
      Keywords((wide(picture, 0x9C9E) ?? "").split(separator: ";").map(String.init)).all
  }

  private func wide(_ entries: TIFFEntries, _ tag: Int) -> String? {
    entries.bytes(tag, atMost: 64 * 1024).map(ForeignBytes.wideText).flatMap(PhotoMetadata.text)
  }

  /// TIFF/EP (ISO 12234-2) has some photo tags in the image directory.
  private mutating func take(photo: TIFFEntries, picture: TIFFEntries) {
    func fraction(_ tag: Int) -> Fraction? { photo.fraction(tag) ?? picture.fraction(tag) }
    metadata.exposureTime = fraction(0x829A).flatMap { $0.numerator > 0 ? $0 : nil }
    metadata.aperture = fraction(0x829D)?.positive
    metadata.iso = Self.iso(photo) ?? Self.iso(picture)
    metadata.focalLength = fraction(0x920A)?.positive
    metadata.filmFocalLength = photo.fraction(0xA405)?.positive
    metadata.exposureBias = fraction(0x9204)?.value
    metadata.flash = (photo.number(0x9209) ?? picture.number(0x9209)).map {
      FlashUse(rawValue: UInt8(truncatingIfNeeded: $0))
    }
    metadata.captureDate =
      photo.date(0x9003, fraction: 0x9291, offset: 0x9011)
      ?? picture.date(0x9003, fraction: 0x9291, offset: 0x9011)
      ?? photo.date(0x9004, fraction: 0x9292, offset: 0x9012)
    changeDate = picture.date(0x0132, fraction: 0x9290, offset: 0x9010, in: photo)
    metadata.lens = Self.lens(photo, picture)
    switch photo.number(0xA001) {
    case 1: metadata.profile = Self.standard
    case 2: metadata.profile = Self.adobe
    default: break
    }
    metadata.size = PhotoMetadata.size(width: photo.number(0xA002), height: photo.number(0xA003))
  }

  /// Names of the two color spaces of the ColorSpace tag (CIPA DCF; DC-008).
  private static let standard = "sRGB"
  private static let adobe = "Adobe RGB"

  /// Values that do not fit in the ISO tag are in other tags (DC-008, annex G).
  private static func iso(_ entries: TIFFEntries) -> Int? {
    let value = entries.number(0x8827) ?? 0
    if value > 0, value < 65_535 { return value }
    let others = [0x8833, 0x8832, 0x8831].lazy.compactMap { entries.number($0) }
    return others.first { $0 > 0 } ?? (value > 0 ? value : nil)
  }

  private static func lens(_ photo: TIFFEntries, _ picture: TIFFEntries) -> String? {
    if let name = photo.text(0xA434).flatMap(PhotoMetadata.text), name.contains(where: \.isLetter) {
      return name
    }
    let tables = [photo.fractions(0xA432, atMost: 4), picture.fractions(0xC630, atMost: 4)]
    return tables.lazy.compactMap(LensNumbers.init).first?.text
  }

  private mutating func findSizes(from first: TIFFEntries, in structure: inout TIFFStructure) {
    var waiting = [(entries: first, isPage: true)]
    var isSecondaryFirst = false
    while let (entries, isPage) = waiting.popLast() {
      let sides = (entries.number(0x0100), entries.number(0x0101))
      if let size = PhotoMetadata.size(width: sides.0, height: sides.1) {
        let kind = entries.number(0xFE) ?? 0
        let isSecondary = kind & 0b101 != 0 || entries.number(0xFF) == 2
        if image == nil || isSecondaryFirst && !isSecondary {
          let orientation = entries.number(0x0112).flatMap(Orientation.init) ?? .topLeft
          image = (size, isPage && !isSecondary ? orientation : nil)
          isSecondaryFirst = isSecondary
        }
        if size.area > largestSize?.area ?? 0 { largestSize = size }
      }
      waiting += entries.numbers(0x014A, atMost: 16).compactMap { structure.entries(at: $0) }
        .map { ($0, false) }
      if let next = structure.entries(at: entries.next) { waiting.append((next, isPage)) }
    }
  }

  private static func position(_ entries: TIFFEntries) -> GeoPosition? {
    guard let latitude = degrees(entries, 2, negative: "S", positive: "N"),
      let longitude = degrees(entries, 4, negative: "W", positive: "E")
    else { return nil }
    let isBelow = entries.number(5) == 1
    let altitude = entries.fraction(6)?.value
    return GeoPosition(
      latitude: latitude, longitude: longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

  private static func degrees(
    _ entries: TIFFEntries, _ tag: Int, negative: Character, positive: Character
  ) -> Double? {
    let parts = entries.fractions(tag, atMost: 3)
    guard let letter = entries.text(tag - 1)?.first, letter == negative || letter == positive,
      let degrees = parts.first ?? nil
    else { return nil }
    let minutes = parts.dropFirst().first.flatMap { $0 }?.value ?? 0
    let seconds = parts.dropFirst(2).first.flatMap { $0 }?.value ?? 0
    let angle = degrees.value + minutes / 60 + seconds / 3600
    return letter == negative ? -angle : angle
  }
}

/// Formats a LensSpecification (CIPA DC-008).
struct LensNumbers {
  /// For example `24-70 mm f/2.8`; unknown parts are left out.
  let text: String

  /// Takes minimum and maximum focal length in millimeters, and their f-numbers.
  init?(_ parts: [Fraction?]) {
    let numbers = parts.map { $0?.positive }
    guard numbers.count == 4, let lengths = Self.range(numbers[0], numbers[1]) else { return nil }
    text = "\(lengths) mm" + (Self.range(numbers[2], numbers[3]).map { " f/\($0)" } ?? "")
  }

  private static func range(_ first: Double?, _ last: Double?) -> String? {
    let ends = [first, last].compactMap { $0?.text(places: 1) }
    guard let first = ends.first, let last = ends.last else { return nil }
    return first == last ? first : "\(first)-\(last)"
  }
}

extension Fraction {
  var positive: Double? { numerator > 0 ? value : nil }
}
