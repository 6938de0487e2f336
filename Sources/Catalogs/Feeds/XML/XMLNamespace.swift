import Values

/// The vocabularies that feeds are written in.
enum XMLNamespace: Hashable, Sendable {
  /// The elements of RSS: of RSS 2.0, which has no namespace, and of RSS 1.0, which has one.
  case none
  /// RFC 4287, and Atom 0.3 before it.
  case atom
  /// Media RSS 1.5.1.
  case media
  /// Dublin Core, for the name of an author.
  case dublinCore
  /// The content module of RSS.
  case content
  /// The root of RSS 1.0.
  case rdf
  /// The reserved prefix `xml`.
  case xml
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
  ]

  private static let prefixes: [String: XMLNamespace] = [
    "atom": .atom, "media": .media, "dc": .dublinCore, "content": .content, "rdf": .rdf,
  ]
}
