package enum XMLNamespace: Hashable, Sendable {
  /// RSS 2.0, which has no namespace, and RSS 1.0.
  case none
  /// RFC 4287 and Atom 0.3.
  case atom
  /// Media RSS 1.5.1.
  case media
  case dublinCore
  case content
  /// The root of RSS 1.0, and the structure of XMP.
  case rdf
  case dav
  /// File properties of ownCloud and Nextcloud.
  case ownCloud
  case nextcloud
  case xml
  // The namespaces of XMP (ISO 16684-1, section 8; Exif 2.32 for XMP, CIPA DC-010).
  case xmp
  case xmpNote, xmpRights
  /// Tags up to EXIF 2.2.
  case exif
  /// Tags since EXIF 2.21.
  case exifEX
  case tiff, aux
  /// Adobe's copies of IPTC fields.
  case photoshop
  case microsoftPhoto, photocell, darktable, digiKam, lightroom
  case iptcCore, iptcExtension
  case regions
  case area
  /// Regions of Microsoft's photo schema 1.2, which has three namespaces.
  case microsoftRegions
  /// Android's motion photos, and the items of a file.
  case googleCamera, googleItem
  case other

  /// Ignores differences of scheme, case and trailing slash.
  init(name: [UInt8]) {
    var name = String(decoding: name.map(\.lowercased), as: UTF8.self)[...]
    for scheme in ["http://", "https://"] where name.hasPrefix(scheme) {
      name = name.dropFirst(scheme.count)
    }
    if name.hasSuffix("/") { name = name.dropLast() }
    self = Self.names[String(name)] ?? .other
  }

  private static let names: [String: XMLNamespace] = [
    "": .none, "purl.org/rss/1.0": .none, "my.netscape.com/rdf/simple/0.9": .none,
    "www.w3.org/2005/atom": .atom, "purl.org/atom/ns#": .atom,
    "search.yahoo.com/mrss": .media, "www.rssboard.org/media-rss": .media,
    "search.yahoo.com/rss": .media, "video.search.yahoo.com/mrss": .media,
    "tools.search.yahoo.com/mrss": .media,
    "purl.org/dc/elements/1.1": .dublinCore, "purl.org/rss/1.0/modules/content": .content,
    "www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
    "dav:": .dav, "owncloud.org/ns": .ownCloud, "nextcloud.org/ns": .nextcloud,
    "ns.adobe.com/xap/1.0": .xmp, "ns.adobe.com/xmp/note": .xmpNote,
    "ns.adobe.com/xap/1.0/rights": .xmpRights,
    "ns.adobe.com/exif/1.0": .exif, "cipa.jp/exif/1.0": .exifEX, "ns.adobe.com/tiff/1.0": .tiff,
    "ns.adobe.com/exif/1.0/aux": .aux, "ns.adobe.com/photoshop/1.0": .photoshop,
    "ns.microsoft.com/photo/1.0": .microsoftPhoto, "photocell:ns:culling/1.0": .photocell,
    "darktable.sf.net": .darktable, "www.digikam.org/ns/1.0": .digiKam,
    "ns.adobe.com/lightroom/1.0": .lightroom, "iptc.org/std/iptc4xmpcore/1.0/xmlns": .iptcCore,
    "iptc.org/std/iptc4xmpext/2008-02-29": .iptcExtension,
    "www.metadataworkinggroup.com/schemas/regions": .regions,
    "ns.adobe.com/xmp/stype/area#": .area,
    "ns.microsoft.com/photo/1.2": .microsoftRegions,
    "ns.microsoft.com/photo/1.2/t/regioninfo#": .microsoftRegions,
    "ns.microsoft.com/photo/1.2/t/region#": .microsoftRegions,
    "ns.google.com/photos/1.0/camera": .googleCamera,
    "ns.google.com/photos/1.0/container/item": .googleItem,
  ]

  /// The usual meaning of undeclared prefixes.
  fileprivate static let prefixes: [String: XMLNamespace] = [
    "atom": .atom, "media": .media, "dc": .dublinCore, "content": .content, "rdf": .rdf,
  ]
}

package struct XMLName: Hashable, Sendable {
  package let namespace: XMLNamespace
  package let local: String

  package init(_ namespace: XMLNamespace, _ local: String) {
    (self.namespace, self.local) = (namespace, local)
  }
}

/// The namespace prefixes in scope (Namespaces in XML 1.0 section 6).
struct NamespaceScopes {
  /// The declarations of each open element, outermost first.
  private var declared: [[String: XMLNamespace]] = []

  /// Enters an element; the name of the root implies a default namespace if it declares none that
  /// is known.
  mutating func push(_ declarations: [String: XMLNamespace], of name: String) {
    var declarations = declarations
    if declared.isEmpty, [nil, XMLNamespace.none, .other].contains(declarations[""]) {
      declarations[""] = ["feed", "entry"].contains(name) ? .atom : XMLNamespace.none
    }
    declared.append(declarations)
  }

  mutating func pop() {
    _ = declared.popLast()
  }

  /// Without a prefix it is in the default namespace.
  func element(_ name: String) -> XMLName {
    let (prefix, local) = Self.split(name)
    return XMLName(namespace(of: prefix), local)
  }

  /// Without a prefix it is in no namespace.
  func attribute(_ name: String) -> XMLName {
    let (prefix, local) = Self.split(name)
    return XMLName(prefix.isEmpty ? .none : namespace(of: prefix), local)
  }

  var prefixes: [String: XMLNamespace] {
    declared.reduce(into: [:]) { all, inner in all.merge(inner) { $1 } }
  }

  /// Empty for the default namespace; nil if the attribute is not a declaration.
  static func declaredPrefix(_ attribute: String) -> String? {
    if attribute == "xmlns" { return "" }
    return attribute.hasPrefix("xmlns:") ? String(attribute.dropFirst(6)) : nil
  }

  private func namespace(of prefix: String) -> XMLNamespace {
    if prefix == "xml" { return .xml }
    let innermost = declared.last { $0[prefix] != nil }
    return innermost?[prefix] ?? (prefix.isEmpty ? .none : XMLNamespace.prefixes[prefix] ?? .other)
  }

  private static func split(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.index(after: colon)...]))
  }
}
