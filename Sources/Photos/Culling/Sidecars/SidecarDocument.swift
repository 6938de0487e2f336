package import Base
import Imaging

/// The bytes of a sidecar; changing properties keeps everything else.
///
/// A property is an attribute of an `rdf:Description` or an element in it (ISO 16684-1, section
/// 7.9.2.2), and keeps its form. Repeated ones are all changed.
package struct SidecarDocument: Sendable {
  package let bytes: [UInt8]
  let rdf: XMLElement

  package static let blank = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="photocell">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""/>
     </rdf:RDF>
    </x:xmpmeta>

    """.utf8)

  /// Takes linear time; throws if it cannot be changed safely.
  package init(_ bytes: [UInt8]) throws(SidecarError) {
    // Byte order marks or first characters of UTF-16 and UTF-32.
    guard !bytes.prefix(4).contains(0), !bytes.starts(with: [0xFE, 0xFF]),
      !bytes.starts(with: [0xFF, 0xFE])
    else { throw .otherEncoding }
    let isMarked = bytes.starts(with: "\u{FEFF}".utf8)
    let start = isMarked ? Array(bytes.dropFirst(3).prefix(1_000)) : bytes
    if let label = XMLDeclaration.encoding(of: start), TextEncoding(label: label) != .utf8 {
      throw .otherEncoding
    }
    try self.init(parsing: bytes)
  }

  /// For reading alone: also accepts UTF-16, which is never written.
  init(reading bytes: [UInt8]) throws(SidecarError) {
    if let text = MarkupText.utf8(fromUTF16: bytes[...]) {
      try self.init(parsing: text)
    } else {
      try self.init(bytes)
    }
  }

  private init(parsing bytes: [UInt8]) throws(SidecarError) {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLParser.parse(bytes, notesPlaces: true)
    } catch .malformed(.notUTF8, _) {
      throw .otherEncoding
    } catch {
      throw .malformed(error)
    }
    let isRDF = root.name == XMLName(.rdf, "RDF")
    guard let rdf = isRDF ? root : root.child(.rdf, "RDF") else { throw .noXMP }
    self.rdf = rdf
    self.bytes = bytes
  }

  var properties: XMPProperties { XMPProperties(rdf) }

  var turn: Orientation? {
    value(of: .orientation).flatMap { Int($0) }.flatMap(Orientation.init(rawValue:))
  }

  /// -1 to 5; some programs write fractions.
  var stars: Int? {
    guard let stars = value(of: .rating).flatMap({ Double($0) }), stars.isFinite else { return nil }
    return Int(max(-1, min(5, stars.rounded())))
  }

  package func value(of property: SidecarProperty) -> String? {
    value(property.name.namespace, property.rawValue)
  }

  func value(_ namespace: XMLNamespace, _ local: String) -> String? {
    let name = XMLName(namespace, local)
    let values = descriptions.lazy.compactMap { $0.attributes[name] }
    if let value = values.first { return String(decoding: value, as: UTF8.self) }
    let elements = descriptions.lazy.compactMap { $0.child(namespace, local) }
    return elements.first.map { element in
      let text = element.text.drop(while: \.isSpace)
      let end = text.lastIndex { !$0.isSpace } ?? text.startIndex - 1
      return String(decoding: text[...end], as: UTF8.self)
    }
  }

  /// The bytes with changed properties; throws `structured` or `unclear`.
  package func changed(_ changes: SidecarChanges) throws(SidecarError) -> [UInt8] {
    var edits: [SidecarEdit] = []
    var missing: [(SidecarProperty, String)] = []
    for property in SidecarProperty.allCases {
      guard let change = changes[property] else { continue }
      let found = try self.edits(property, change)
      edits += found
      if found.isEmpty, case .set(let value) = change { missing.append((property, value)) }
    }
    if !missing.isEmpty { edits.append(addition(of: missing)) }
    let changed = applying(edits)
    guard let result = try? SidecarDocument(changed), result.says(changes) else { throw .unclear }
    return changed
  }

  func applying(_ edits: [SidecarEdit]) -> [UInt8] {
    var (text, done): ([UInt8], Int) = ([], 0)
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      text += bytes[done..<edit.range.lowerBound] + edit.bytes
      done = edit.range.upperBound
    }
    return text + bytes[done...]
  }

  private func says(_ changes: SidecarChanges) -> Bool {
    changes.allSatisfy { property, change in
      let value = value(of: property).map { $0.escaped }
      return switch change {
      case .set(let wanted): value == wanted.escaped
      case .remove: value == nil
      }
    }
  }

  var descriptions: [XMLElement] { rdf.children(.rdf, "Description") }

  private func edits(
    _ property: SidecarProperty, _ change: SidecarChange
  ) throws(SidecarError) -> [SidecarEdit] {
    var edits: [SidecarEdit] = []
    for part in descriptions {
      if let place = part.places?.tag.attributes[property.name] {
        switch change {
        case .set(let value): edits.append((place.value, value.escaped))
        case .remove: edits.append((place.whole, []))
        }
      }
      for element in part.children(property.name.namespace, property.rawValue) {
        guard let places = element.places else { continue }
        guard !element.hasChildren else { throw .structured(property) }
        switch change {
        case .set(let value) where places.isOneTag:
          let name = places.tag.name
          edits.append((places.whole, Array("<\(name)>".utf8) + value.escaped + "</\(name)>".utf8))
        case .set(let value): edits.append((places.content, value.escaped))
        case .remove: edits.append((withLine(places.whole), []))
        }
      }
    }
    return edits
  }

  func withLine(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, bytes[start - 1].isSpace { start -= 1 }
    return start..<range.upperBound
  }

  private func addition(of properties: [(SidecarProperty, String)]) -> SidecarEdit {
    guard let part = descriptions.first?.places else { return newDescription(properties) }
    let space = part.tag.last.map { Array(bytes[$0.whole].prefix(while: \.isSpace)) } ?? [0x20]
    let end =
      part.tag.last?.whole.upperBound ?? part.tag.range.lowerBound + 1 + part.tag.name.utf8.count
    return (end..<end, attributes(properties, part.tag.prefixes, behind: space))
  }

  func newDescription(_ properties: [(SidecarProperty, String)] = []) -> SidecarEdit {
    guard let places = rdf.places else { return (0..<0, []) }
    let prefix = places.tag.name.split(separator: ":").dropLast().first.map { "\($0):" } ?? ""
    // An attribute without prefix has no namespace; `about` may be omitted if there is one subject.
    let about = prefix.isEmpty ? "" : " \(prefix)about=\"\""
    let text =
      Array("<\(prefix)Description\(about)".utf8)
      + attributes(properties, places.tag.prefixes, behind: [0x20]) + "/>".utf8
    guard places.isOneTag else {
      let start = places.tag.range.upperBound
      return (start..<start, text)
    }
    return places.opened(with: text)
  }

  private func attributes(
    _ properties: [(SidecarProperty, String)], _ known: [String: XMLNamespace],
    behind space: [UInt8]
  ) -> [UInt8] {
    var (text, prefixes): ([UInt8], [String: XMLNamespace]) = ([], known)
    for (property, value) in properties {
      let namespace = property.name.namespace
      var prefix = prefixes.keys.filter { !$0.isEmpty && prefixes[$0] == namespace }.min() ?? ""
      if prefix.isEmpty {
        var number = 1
        let (usual, uri) = namespace.vocabulary
        prefix = usual
        while prefixes[prefix] != nil {
          number += 1
          prefix = "\(usual)\(number)"
        }
        prefixes[prefix] = namespace
        text += space + "xmlns:\(prefix)=\"\(uri)\"".utf8
      }
      text += space + "\(prefix):\(property.rawValue)=\"".utf8 + value.escaped + "\"".utf8
    }
    return text
  }
}

/// Labels and flags in vocabularies of other programs, which are read but never written.
extension SidecarDocument {
  /// By darktable (the first of its `dt_colorlabels_enum`) or digiKam (`Digikam::ColorLabel`).
  var foreignLabel: String? {
    let number = value(.digiKam, "ColorLabel").flatMap { Int($0) }
    if let name = number.flatMap({ Self.name($0 - 1, in: Self.digiKamLabels) }) { return name }
    for part in descriptions {
      guard let list = part.child(.darktable, "colorlabels") else { continue }
      let items = list.children.flatMap { $0.children(.rdf, "li") }
      for number in items.compactMap({ Int(String(decoding: $0.text, as: UTF8.self)) }) {
        if let name = Self.name(number, in: Self.darktableLabels) { return name }
      }
    }
    return nil
  }

  /// Flag by digiKam (`Digikam::PickLabel`); nil if none or pending.
  var foreignFlag: PhotoFlag? {
    switch value(.digiKam, "PickLabel") {
    case "1": .rejected
    case "3": .picked
    default: nil
    }
  }

  private static let darktableLabels = ["Red", "Yellow", "Green", "Blue", "Purple"]
  private static let digiKamLabels = [
    "Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White",
  ]

  private static func name(_ number: Int, in names: [String]) -> String? {
    names.indices.contains(number) ? names[number] : nil
  }
}

extension String {
  /// Without control characters other than line feeds, and without what XML forbids.
  var escaped: [UInt8] {
    let entities: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;", "\n": "&#xA;",
    ]
    return unicodeScalars.filter {
      $0.value >= 0x20 && $0.value != 0x7F && $0.value & 0xFFFE != 0xFFFE || $0 == "\n"
    }
    .flatMap { Array((entities[$0] ?? String($0)).utf8) }
  }
}

/// Bytes that replace a range; those of one document must not overlap.
typealias SidecarEdit = (range: Range<Int>, bytes: [UInt8])

package enum SidecarError: Error, Hashable, Sendable {
  case otherEncoding
  case malformed(XMLError)
  case noXMP
  /// The result would not have the requested value: its names are declared in an unknown way.
  case unclear
  case structured(SidecarProperty)
  case tooManyKeywords
  /// A path below a renamed keyword has too many levels or bytes.
  case longKeyword
  /// The photo's own keywords, which the sidecar would hide, are not all known.
  case manyKeywords, unreadPhoto
}

extension SidecarError: CustomStringConvertible {
  /// Completes a sentence that begins with the file name.
  package var description: String {
    switch self {
    case .otherEncoding: "is not in UTF-8"
    case .malformed(let error): "is not valid XML (\(error))"
    case .noXMP: "contains no XMP"
    case .unclear: "cannot be changed safely"
    case .structured(let property): "has a structured \(property.rawValue)"
    case .manyKeywords: "has too many or too long keywords of its own"
    case .unreadPhoto: "could not be read"
    case .longKeyword: "would have a keyword that is too long"
    case .tooManyKeywords: "would have more than \(PhotoMetadata.keywordLimit) keywords"
    }
  }
}

/// The properties written into sidecars; all others belong to other programs.
package enum SidecarProperty: String, CaseIterable, Sendable {
  /// 1 to 5 stars, 0 for none, -1 for rejected.
  case rating = "Rating"
  case label = "Label"
  /// `1` if picked; `0` overrides other programs' flags; no common vocabulary has this.
  case pick = "Pick"
  /// EXIF orientation, 1 to 8.
  case orientation = "Orientation"

  var name: XMLName {
    switch self {
    case .rating, .label: XMLName(.xmp, rawValue)
    case .pick: XMLName(.photocell, rawValue)
    case .orientation: XMLName(.tiff, rawValue)
    }
  }
}

extension XMLNamespace {
  /// What to declare where a document declares none; empty for namespaces that are only read.
  var vocabulary: (prefix: String, name: String) {
    switch self {
    case .xmp: ("xmp", "http://ns.adobe.com/xap/1.0/")
    case .xmpRights: ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/")
    case .photocell: ("photocell", "photocell:ns:culling/1.0/")
    case .tiff: ("tiff", "http://ns.adobe.com/tiff/1.0/")
    case .dublinCore: ("dc", "http://purl.org/dc/elements/1.1/")
    case .photoshop: ("photoshop", "http://ns.adobe.com/photoshop/1.0/")
    case .lightroom: ("lr", "http://ns.adobe.com/lightroom/1.0/")
    case .digiKam: ("digiKam", "http://www.digikam.org/ns/1.0/")
    case .iptcCore: ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/")
    case .iptcExtension: ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/")
    default: ("", "")
    }
  }
}

extension XMLElement {
  var hasChildren: Bool { children.contains { _ in true } }
}

extension XMLPlaces {
  /// Makes an empty-element tag an element with content.
  func opened(with content: [UInt8]) -> SidecarEdit {
    let end = tag.range.upperBound
    return (end - 2..<end, ">".utf8 + content + "</\(tag.name)>".utf8)
  }
}

package enum SidecarChange: Hashable, Sendable {
  case set(String)
  case remove
}

package typealias SidecarChanges = [SidecarProperty: SidecarChange]
