internal import Base
internal import Imaging

/// Reads an XMP packet (ISO 16684-1; Exif 2.32 metadata for XMP, CIPA DC-010).
struct XMPReader {
  private(set) var metadata = PhotoMetadata()
  private(set) var extension_: [UInt8]?

  /// More than any program writes; deeper or excess parts are ignored.
  private static let limits = DocumentLimits(bytes: 1 << 20, parts: 100_000, depth: 64)

  private var properties: [XMLName: XMLElement] = [:]
  private var attributes: [XMLName: [UInt8]] = [:]

  init(_ packet: ArraySlice<UInt8>) {
    guard packet.count <= Self.limits.bytes else { return }
    // Outside a JPEG a packet may be in UTF-16 (ISO 16684-1, section 7.1).
    let text = MarkupText.utf8(fromUTF16: packet).map { $0[...] } ?? packet
    guard let document = Self.document(in: text),
      let root = try? XMLParser.parse(Array(document), limits: Self.limits)
    else { return }
    let description = root.name == XMLName(.rdf, "RDF") ? root : root.child(.rdf, "RDF")
    for part in description?.children(.rdf, "Description") ?? [] {
      attributes.merge(part.attributes) { first, _ in first }
      for property in part.children where properties[property.name] == nil {
        properties[property.name] = property
      }
    }
    extension_ = value(.xmpNote, "HasExtendedXMP").map { Array($0.utf8) }
    take()
  }

  /// The packet without its padding, which may be ten times as long.
  private static func document(in packet: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let start = packet.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    let document = packet[start...]
    guard let mark = document.lastIndex(of: UInt8(ascii: "<")),
      document[mark...].starts(with: "<?".utf8)
    else { return document.upTo(">") }
    return document[..<mark].upTo(">")
  }

  private mutating func take() {
    metadata.title = text(.dublinCore, "title")
    metadata.caption = text(.dublinCore, "description")
    metadata.keywords = Keywords(items(.dublinCore, "subject")).all
    metadata.rating = rating
    metadata.label = text(.xmp, "Label")
    metadata.software = text(.xmp, "CreatorTool")
    metadata.make = text(.tiff, "Make")
    metadata.model = text(.tiff, "Model")
    metadata.profile = text(.photoshop, "ICCProfile")
    metadata.lens = text(.exifEX, "LensModel") ?? text(.aux, "Lens")
    metadata.captureDate =
      [
        value(.exif, "DateTimeOriginal"), value(.photoshop, "DateCreated"),
        value(.exif, "DateTimeDigitized"), value(.xmp, "CreateDate"),
      ].lazy.compactMap { $0.flatMap { CaptureDate(text: $0) } }.first
    takeExposure()
  }

  private mutating func takeExposure() {
    metadata.exposureTime = fraction(.exif, "ExposureTime").flatMap { $0.numerator > 0 ? $0 : nil }
    metadata.aperture = fraction(.exif, "FNumber")?.positive
    metadata.focalLength = fraction(.exif, "FocalLength")?.positive
    metadata.filmFocalLength = fraction(.exif, "FocalLengthIn35mmFilm")?.positive
    metadata.exposureBias = fraction(.exif, "ExposureBiasValue")?.value
    let sensitivity =
      number(.exifEX, "PhotographicSensitivity")
      ?? items(.exif, "ISOSpeedRatings").first.flatMap { Int($0) }
    metadata.iso = sensitivity.flatMap { $0 > 0 && $0 <= UInt32.max ? $0 : nil }
    if let latitude = angle("GPSLatitude", "N", "S"),
      let longitude = angle("GPSLongitude", "E", "W")
    {
      let isBelow = number(.exif, "GPSAltitudeRef") == 1
      let altitude = fraction(.exif, "GPSAltitude")?.value
      metadata.position = GeoPosition(
        latitude: latitude, longitude: longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
    }
  }

  /// Some programs write fractions of stars, and Windows writes percent.
  private var rating: Int? {
    if let stars = value(.xmp, "Rating").flatMap({ Double($0) }), stars.isFinite {
      return Int(max(-1, min(5, stars.rounded())))
    }
    guard let percent = number(.microsoftPhoto, "Rating"), (0...100).contains(percent) else {
      return nil
    }
    return percent == 0 ? 0 : min(5, (percent + 12) / 25 + 1)
  }

  private func value(_ namespace: XMLNamespace, _ name: String) -> String? {
    items(namespace, name).first
  }

  private func text(_ namespace: XMLNamespace, _ name: String) -> String? {
    value(namespace, name).flatMap(PhotoMetadata.text)
  }

  private func number(_ namespace: XMLNamespace, _ name: String) -> Int? {
    value(namespace, name).flatMap { Int($0) }
  }

  private func fraction(_ namespace: XMLNamespace, _ name: String) -> Fraction? {
    value(namespace, name).flatMap(Fraction.init(xmp:))
  }

  /// The values of a property; the default language first.
  private func items(_ namespace: XMLNamespace, _ name: String) -> [String] {
    let name = XMLName(namespace, name)
    if let value = attributes[name] { return [String(decoding: value, as: UTF8.self)] }
    guard let property = properties[name] else { return [] }
    let list = property.children.first {
      $0.name.namespace == .rdf && Self.lists.contains($0.name.local)
    }
    guard let list else { return [String(decoding: property.text, as: UTF8.self)] }
    let entries = list.children(.rdf, "li").prefix(2 * PhotoMetadata.keywordLimit)
    let language = XMLName(.xml, "lang")
    let usual = entries.first {
      $0.attributes[language].map { $0 == Array("x-default".utf8) } ?? false
    }
    let ordered = list.name.local == "Alt" ? [usual].compactMap { $0 } + entries : Array(entries)
    return ordered.map { String(decoding: $0.text, as: UTF8.self) }
  }

  private static let lists: Set<String> = ["Alt", "Bag", "Seq"]

  /// For example `48,11.918N` or `48,11,55N`.
  private func angle(_ name: String, _ positive: Character, _ negative: Character) -> Double? {
    guard let text = value(.exif, name), let letter = text.last,
      letter == positive || letter == negative
    else { return nil }
    let parts = text.dropLast().split(separator: ",").map { Double($0) }
    guard let degrees = parts.first ?? nil, parts.count <= 3, !parts.contains(nil) else {
      return nil
    }
    let rest = zip(parts.dropFirst(), [60.0, 3600]).reduce(0) { $0 + ($1.0 ?? 0) / $1.1 }
    return letter == negative ? -(degrees + rest) : degrees + rest
  }
}

extension ArraySlice<UInt8> {
  fileprivate func upTo(_ character: Unicode.Scalar) -> ArraySlice<UInt8>? {
    lastIndex { $0 == character }.map { self[...$0] }
  }
}

extension Fraction {
  /// For example `1/250`, `28/10` or `2.8`.
  fileprivate init?(xmp text: String) {
    let parts = text.split(separator: "/", maxSplits: 1)
    let numbers = parts.map { Int($0) }
    if numbers.count == 2, let numerator = numbers[0], let denominator = numbers[1] {
      self.init(numerator, denominator)
      return
    }
    guard parts.count == 1, let value = Double(parts[0]), abs(value) < 1e9 else { return nil }
    self.init(Int((value * 10_000).rounded()), 10_000)
  }
}
