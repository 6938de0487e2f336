/// The vocabularies that feeds are written in.
enum XMLNamespace: Hashable, Sendable {
  /// No namespace: the elements of RSS 2.0.
  case none
  /// RFC 4287.
  case atom
  /// Media RSS 1.5.1; writers leave the last slash out so often that both are taken.
  case media
  /// Dublin Core, for the name of an author.
  case dublinCore
  /// The content module of RSS.
  case content
  /// The reserved prefix `xml`.
  case xml
  /// Anything else.
  case other

  /// Finds the vocabulary of a namespace name.
  init(name: [UInt8]) {
    switch String(decoding: name, as: UTF8.self) {
    case "": self = .none
    case "http://www.w3.org/2005/Atom": self = .atom
    case "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss": self = .media
    case "http://purl.org/dc/elements/1.1/": self = .dublinCore
    case "http://purl.org/rss/1.0/modules/content/": self = .content
    default: self = .other
    }
  }
}
