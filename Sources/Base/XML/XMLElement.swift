package struct XMLElement: Sendable {
  package enum Node: Sendable {
    case text([UInt8])
    case element(XMLElement)
  }

  package let name: XMLName
  /// Without namespace declarations.
  package let attributes: [XMLName: [UInt8]]
  package let line: Int
  package internal(set) var nodes: [Node] = []
  package internal(set) var places: XMLPlaces?

  package var children: some Sequence<XMLElement> {
    nodes.lazy.compactMap { node in
      guard case .element(let child) = node else { return nil }
      return child
    }
  }

  package func children(_ namespace: XMLNamespace, _ local: String) -> [XMLElement] {
    let name = XMLName(namespace, local)
    return children.filter { $0.name == name }
  }

  package func child(_ namespace: XMLNamespace, _ local: String) -> XMLElement? {
    let name = XMLName(namespace, local)
    return children.first { $0.name == name }
  }

  /// The value of an attribute without prefix.
  package func attribute(_ name: String) -> [UInt8]? { attributes[XMLName(.none, name)] }

  package var text: [UInt8] {
    nodes.flatMap { node -> [UInt8] in
      switch node {
      case .text(let text): text
      case .element(let child): child.text
      }
    }
  }
}

/// Byte ranges of an element in its document, for editing.
package final class XMLPlaces: Sendable {
  package struct Attribute: Hashable, Sendable {
    /// With the preceding white space.
    package let whole: Range<Int>
    /// Without its quotes, one byte each.
    package let value: Range<Int>
  }

  package struct Tag: Sendable {
    package let name: String
    package let range: Range<Int>
    /// The prefixes in scope; the empty one is the default namespace.
    package let prefixes: [String: XMLNamespace]
    /// Without namespace declarations; the first of equal names wins.
    package let attributes: [XMLName: Attribute]
    package let last: Attribute?
  }

  package let tag: Tag
  /// From `</` through `>`; empty, at the end of the tag, for an empty-element tag.
  package let end: Range<Int>

  init(_ tag: Tag, end: Range<Int>) {
    (self.tag, self.end) = (tag, end)
  }

  package var isOneTag: Bool { end.isEmpty }
  package var whole: Range<Int> { tag.range.lowerBound..<end.upperBound }
  package var content: Range<Int> { tag.range.upperBound..<end.lowerBound }
}
