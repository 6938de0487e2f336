package import Base

/// The properties in an XMP packet (ISO 16684-1), which is untrusted.
package struct XMPProperties {
  private var elements: [XMLName: XMLElement] = [:]
  private var attributes: [XMLName: [UInt8]] = [:]

  package init(_ rdf: XMLElement) {
    for part in rdf.children(.rdf, "Description") {
      attributes.merge(part.attributes) { first, _ in first }
      for property in part.children where elements[property.name] == nil {
        elements[property.name] = property
      }
    }
  }

  package func value(_ namespace: XMLNamespace, _ name: String) -> String? {
    items(namespace, name).first
  }

  package func text(_ namespace: XMLNamespace, _ name: String) -> String? {
    value(namespace, name).flatMap { PhotoMetadata.text($0) }
  }

  /// The values of a property; the default language first.
  package func items(_ namespace: XMLNamespace, _ name: String) -> [String] {
    let name = XMLName(namespace, name)
    if let value = attributes[name] { return [String(decoding: value, as: UTF8.self)] }
    guard let property = elements[name] else { return [] }
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
}

extension XMPProperties {
  /// Title, caption, alternative text, creator, rights, keywords, people and position. Faces are those in the stored
  /// image, before it is rotated.
  package var description: PhotoMetadata {
    var metadata = PhotoMetadata()
    metadata.title = text(.dublinCore, "title")
    metadata.caption = text(.dublinCore, "description")
    metadata.altText = text(.iptcCore, "AltTextAccessibility")
    metadata.creator = PhotoMetadata.text(items(.dublinCore, "creator").joined(separator: "; "))
    metadata.rights = text(.dublinCore, "rights")
    metadata.keywords = keywords
    let faces = faces
    let names = faces.joined().map(\.name) + items(.iptcExtension, "PersonInImage")
    metadata.people = Keywords(names, limit: PhotoMetadata.personLimit).all
    // Programs write the same faces in both forms.
    metadata.faces = faces.map { $0.compactMap(\.face) }.first { !$0.isEmpty } ?? []
    metadata.position = position
    return metadata
  }

  /// The longest paths, then the keywords that are in no path. Paths of darktable's own are left
  /// out.
  private var keywords: [String] {
    let tags = items(.digiKam, "TagsList").map { $0.replacing("/", with: "|") }
    let paths = items(.lightroom, "hierarchicalSubject") + tags
    let all = Keywords.withoutParts(paths + items(.dublinCore, "subject"))
    return Keywords(all.filter { !$0.hasPrefix("darktable|") }).all
  }

  private typealias NamedFace = (name: String, face: Face?)

  /// Named faces of the Metadata Working Group's and of Microsoft's regions.
  private var faces: [[NamedFace]] {
    [XMLName(.regions, "Regions"), XMLName(.microsoftRegions, "RegionInfo")].map { root in
      var faces: [NamedFace] = []
      if let element = elements[root] { Self.collect(from: element, to: &faces) }
      return faces
    }
  }

  /// Recursion is as deep as the parser allows.
  private static func collect(from element: XMLElement, to faces: inout [NamedFace]) {
    guard faces.count < Face.limit else { return }
    let name = element.field(.microsoftRegions, "PersonDisplayName")
    if element.field(.regions, "Type") ?? "Face" == "Face",
      let name = name ?? element.field(.regions, "Name")
    {
      faces.append((name, face(named: name, in: element)))
    }
    for child in element.children { collect(from: child, to: &faces) }
  }

  /// MWG Guidelines for Handling Image Metadata 2.0, section 5.9: center and size, as fractions of
  /// the stored image's sides. Microsoft has the upper left corner and the size.
  private static func face(named name: String, in region: XMLElement) -> Face? {
    if let area = region.child(.regions, "Area").map({ $0.child(.rdf, "Description") ?? $0 }) {
      let numbers = ["x", "y", "w", "h"].compactMap { area.field(.area, $0).flatMap { Double($0) } }
      guard numbers.count == 4, area.field(.area, "unit") ?? "normalized" == "normalized" else {
        return nil
      }
      return Face(
        name, center: SIMD2(numbers[0], numbers[1]), size: SIMD2(numbers[2], numbers[3]))
    }
    let numbers = (region.field(.microsoftRegions, "Rectangle") ?? "").split(separator: ",")
      .compactMap { PhotoMetadata.text(String($0)).flatMap { Double($0) } }
    guard numbers.count == 4 else { return nil }
    let size = SIMD2(numbers[2], numbers[3])
    return Face(name, center: SIMD2(numbers[0], numbers[1]) + size / 2, size: size)
  }

  private var position: GeoPosition? {
    guard let latitude = angle("GPSLatitude", "N", "S"),
      let longitude = angle("GPSLongitude", "E", "W")
    else { return nil }
    let isBelow = value(.exif, "GPSAltitudeRef").flatMap { Int($0) } == 1
    let altitude = value(.exif, "GPSAltitude").flatMap { Fraction(xmp: $0) }?.value
    return GeoPosition(
      latitude: latitude, longitude: longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

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

extension XMLElement {
  package func field(_ namespace: XMLNamespace, _ name: String) -> String? {
    let bytes = attributes[XMLName(namespace, name)] ?? child(namespace, name)?.text
    return bytes.flatMap { PhotoMetadata.text(String(decoding: $0, as: UTF8.self)) }
  }
}

extension Fraction {
  /// For example `1/250`, `28/10` or `2.8`.
  package init?(xmp text: String) {
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
