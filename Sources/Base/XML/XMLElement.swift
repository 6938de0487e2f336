package struct XMLElement: Sendable {
  package enum Node: Sendable {
    case text([UInt8])
    case element(XMLElement)
  }

  package let name: XMLName
  /// Without namespace declarations.
  package let attributes: [XMLName: [UInt8]]
  /// From 1.
  package let line: Int
  package internal(set) var nodes: [Node] = []
  /// Nil unless requested.
  package internal(set) var places: XMLPlaces?
}

extension XMLElement {
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
  package func attribute(_ name: String) -> [UInt8]? {
    attributes[XMLName(.none, name)]
  }

  package var text: [UInt8] {
    nodes.flatMap { node -> [UInt8] in
      switch node {
      case .text(let text): text
      case .element(let child): child.text
      }
    }
  }
}
