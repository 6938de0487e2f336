internal import Base
internal import Imaging

/// Reads an XMP packet (ISO 16684-1; Exif 2.32 metadata for XMP, CIPA DC-010).
struct XMPReader {
  private(set) var metadata = PhotoMetadata()
  private(set) var extension_: [UInt8]?

  /// More than any program writes; deeper or excess parts are ignored.
  private static let limits = DocumentLimits(bytes: 1 << 20, parts: 100_000, depth: 64)

  init(_ packet: ArraySlice<UInt8>) {
    guard let properties = Self.rdf(in: packet).map(XMPProperties.init) else { return }
    metadata = properties.description
    extension_ = properties.value(.xmpNote, "HasExtendedXMP").map { Array($0.utf8) }
    metadata.rating = properties.rating
    metadata.label = properties.text(.xmp, "Label")
    metadata.software = properties.text(.xmp, "CreatorTool")
    metadata.make = properties.text(.tiff, "Make")
    metadata.model = properties.text(.tiff, "Model")
    metadata.profile = properties.text(.photoshop, "ICCProfile")
    metadata.lens = properties.text(.exifEX, "LensModel") ?? properties.text(.aux, "Lens")
    let dates: [(XMLNamespace, String)] = [
      (.exif, "DateTimeOriginal"), (.photoshop, "DateCreated"), (.exif, "DateTimeDigitized"),
      (.xmp, "CreateDate"),
    ]
    metadata.captureDate =
      dates.lazy.compactMap { properties.value($0, $1).flatMap { CaptureDate(text: $0) } }.first
    metadata.exposureTime = properties.fraction("ExposureTime").flatMap {
      $0.numerator > 0 ? $0 : nil
    }
    metadata.aperture = properties.fraction("FNumber")?.positive
    metadata.focalLength = properties.fraction("FocalLength")?.positive
    metadata.filmFocalLength = properties.fraction("FocalLengthIn35mmFilm")?.positive
    metadata.exposureBias = properties.fraction("ExposureBiasValue")?.value
    let sensitivity =
      properties.number(.exifEX, "PhotographicSensitivity")
      ?? properties.number(.exif, "ISOSpeedRatings")
    metadata.iso = sensitivity.flatMap { $0 > 0 && $0 <= UInt32.max ? $0 : nil }
  }

  static func rdf(in packet: ArraySlice<UInt8>) -> XMLElement? {
    guard packet.count <= limits.bytes else { return nil }
    // Outside a JPEG a packet may be in UTF-16 (ISO 16684-1, section 7.1).
    let text = MarkupText.utf8(fromUTF16: packet).map { $0[...] } ?? packet
    guard let document = document(in: text),
      let root = try? XMLParser.parse(Array(document), limits: limits)
    else { return nil }
    return root.name == XMLName(.rdf, "RDF") ? root : root.child(.rdf, "RDF")
  }

  /// The packet without its padding, which may be ten times as long.
  private static func document(in packet: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let start = packet.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    let document = packet[start...]
    // Bytes behind the end are remains of a longer packet.
    let end = document.indices.first {
      document[$0] == UInt8(ascii: "<") && document[$0...].starts(with: "<?xpacket end".utf8)
    }
    if let end { return document[..<end].upTo(">") }
    guard let mark = document.lastIndex(of: UInt8(ascii: "<")),
      document[mark...].starts(with: "<?".utf8)
    else { return document.upTo(">") }
    return document[..<mark].upTo(">")
  }
}

extension XMPProperties {
  /// Some programs write fractions of stars, and Windows writes percent.
  fileprivate var rating: Int? {
    if let stars = value(.xmp, "Rating").flatMap({ Double($0) }), stars.isFinite {
      return Int(max(-1, min(5, stars.rounded())))
    }
    guard let percent = number(.microsoftPhoto, "Rating"), (0...100).contains(percent) else {
      return nil
    }
    return percent == 0 ? 0 : min(5, (percent + 12) / 25 + 1)
  }

  fileprivate func number(_ namespace: XMLNamespace, _ name: String) -> Int? {
    value(namespace, name).flatMap { Int($0) }
  }

  fileprivate func fraction(_ name: String) -> Fraction? {
    value(.exif, name).flatMap(Fraction.init(xmp:))
  }
}

extension ArraySlice<UInt8> {
  fileprivate func upTo(_ character: Unicode.Scalar) -> ArraySlice<UInt8>? {
    lastIndex { $0 == character }.map { self[...$0] }
  }
}
