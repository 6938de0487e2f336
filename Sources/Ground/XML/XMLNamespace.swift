import Values

/// The vocabularies that feeds, the folders of servers, and the XMP of photos are written in.
package enum XMLNamespace: Hashable, Sendable {
  /// The elements of RSS: of RSS 2.0, which has no namespace, and of RSS 1.0, which has one.
  case none
  /// RFC 4287, and Atom 0.3 before it.
  case atom
  /// Media RSS 1.5.1.
  case media
  /// Dublin Core, for the name of an author, and what is said of a photo.
  case dublinCore
  /// The content module of RSS.
  case content
  /// RDF: the root of RSS 1.0, and the structure of XMP.
  case rdf
  /// WebDAV: RFC 4918.
  case dav
  /// What ownCloud and Nextcloud say of files.
  case ownCloud
  /// What Nextcloud alone says of them.
  case nextcloud
  /// The reserved prefix `xml`.
  case xml
  // The namespaces of XMP (ISO 16684-1, section 8; Exif 2.32 for XMP, CIPA DC-010).
  /// Rating, label and dates.
  case xmp
  /// What goes on in an extended packet.
  case xmpNote
  /// The tags of EXIF 2.2 and before.
  case exif
  /// The tags of EXIF 2.21 and after.
  case exifEX
  /// The tags of TIFF.
  case tiff
  /// Adobe's lens.
  case aux
  /// Adobe's copies of IPTC's fields.
  case photoshop
  /// Microsoft's rating.
  case microsoftPhoto
  /// What this program says of a photo and no other vocabulary can.
  case photocell
  /// What darktable alone says of a photo.
  case darktable
  /// What digiKam alone says of one.
  case digiKam
  /// Anything else.
  case other

  /// Finds the vocabulary of a namespace name; writers take liberties with the scheme, the case and
  /// the last slash.
  init(name: [UInt8]) {
    var name = String(decoding: name.map(\.lowercased), as: UTF8.self)[...]
    for scheme in ["http://", "https://"] where name.hasPrefix(scheme) {
      name = name.dropFirst(scheme.count)
    }
    if name.hasSuffix("/") { name = name.dropLast() }
    self = Self.names[String(name)] ?? .other
  }

  /// What a prefix usually means, for documents that do not declare it.
  init(undeclaredPrefix prefix: String) {
    self = Self.prefixes[prefix] ?? .other
  }

  /// What names without a prefix mean where the outermost element says nothing that is known.
  init(ofRoot local: String) {
    self = local == "feed" || local == "entry" ? .atom : .none
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
    "ns.adobe.com/exif/1.0": .exif, "cipa.jp/exif/1.0": .exifEX, "ns.adobe.com/tiff/1.0": .tiff,
    "ns.adobe.com/exif/1.0/aux": .aux, "ns.adobe.com/photoshop/1.0": .photoshop,
    "ns.microsoft.com/photo/1.0": .microsoftPhoto, "photocell:ns:culling/1.0": .photocell,
    "darktable.sf.net": .darktable, "www.digikam.org/ns/1.0": .digiKam,
  ]

  private static let prefixes: [String: XMLNamespace] = [
    "atom": .atom, "media": .media, "dc": .dublinCore, "content": .content, "rdf": .rdf,
  ]
}

/// The name of an element or attribute, with its prefix resolved.
package struct XMLName: Hashable, Sendable {
  /// The vocabulary.
  package let namespace: XMLNamespace
  /// The name in it.
  package let local: String

  /// Takes both.
  package init(_ namespace: XMLNamespace, _ local: String) {
    self.namespace = namespace
    self.local = local
  }
}

/// The prefixes that count at a place of a document: Namespaces in XML 1.0 section 6.
struct NamespaceScopes {
  /// The declarations of each open element, from the outermost.
  private var declared: [[String: XMLNamespace]] = []

  /// Goes into an element.
  mutating func push(_ declarations: [String: XMLNamespace]) {
    declared.append(declarations)
  }

  /// Goes into the outermost element, which tells by its name what names without a prefix mean if it
  /// declares nothing that is known.
  mutating func push(_ declarations: [String: XMLNamespace], ofRoot name: String) {
    var declarations = declarations
    switch declarations[""] ?? .none {
    case .none, .other: declarations[""] = XMLNamespace(ofRoot: name)
    default: break
    }
    declared.append(declarations)
  }

  /// Goes out of the innermost element.
  mutating func pop() {
    _ = declared.popLast()
  }

  /// Resolves the name of an element; without a prefix it is in the default namespace.
  func element(_ name: String) -> XMLName {
    let (prefix, local) = Self.split(name)
    return XMLName(namespace(of: prefix), local)
  }

  /// Resolves the name of an attribute; without a prefix it is in no namespace.
  func attribute(_ name: String) -> XMLName {
    let (prefix, local) = Self.split(name)
    return XMLName(prefix.isEmpty ? .none : namespace(of: prefix), local)
  }

  /// All prefixes that count here, with what they mean.
  var prefixes: [String: XMLNamespace] {
    declared.reduce(into: [:]) { all, declarations in
      all.merge(declarations) { _, inner in inner }
    }
  }

  /// The prefix that an attribute declares, empty for the default one; nil where it declares none.
  static func declaredPrefix(_ attribute: String) -> String? {
    if attribute == "xmlns" { return "" }
    return attribute.hasPrefix("xmlns:") ? String(attribute.dropFirst(6)) : nil
  }

  private func namespace(of prefix: String) -> XMLNamespace {
    if prefix == "xml" { return .xml }
    let innermost = declared.last { $0[prefix] != nil }
    return innermost?[prefix] ?? (prefix.isEmpty ? .none : XMLNamespace(undeclaredPrefix: prefix))
  }

  private static func split(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.index(after: colon)...]))
  }
}
