import Values

/// A link of an Atom feed or entry, or of an RSS channel that borrows it: RFC 4287 section 4.2.7.
struct AtomLink {
  /// Where it leads, as it is written.
  let target: [UInt8]
  /// What it is; `alternate` where nothing is said.
  let relation: String
  /// The media type; empty where nothing is said.
  let type: String
  /// The line where it stands.
  let line: Int

  /// The links right inside an element.
  static func all(of element: XMLElement) -> [AtomLink] {
    element.children(.atom, "link").compactMap { link in
      guard let target = link.attribute("href") else { return nil }
      return AtomLink(
        target: target, relation: link.word("rel") ?? "alternate", type: link.word("type") ?? "",
        line: link.line)
    }
  }
}

extension XMLElement {
  /// The value of an attribute in lower case.
  func word(_ name: String) -> String? {
    attribute(name).map { String(decoding: $0.map(\.lowercased), as: UTF8.self) }
  }
}
