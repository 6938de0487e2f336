/// An element with all that is in it.
package struct XMLElement: Sendable {
  /// A piece of what is between the beginning and the end.
  package enum Node: Sendable {
    /// Characters, with their references resolved.
    case text([UInt8])
    /// An element.
    case element(XMLElement)
  }

  /// Its name.
  package let name: XMLName
  /// Attributes by name; those that declare namespaces are left out.
  package let attributes: [XMLName: [UInt8]]
  /// The line where it begins, from 1.
  package let line: Int
  /// What is in it, in order.
  package internal(set) var nodes: [Node] = []
  /// Where it stands; nil where nobody asked for that.
  package internal(set) var places: XMLPlaces?
}

extension XMLElement {
  /// The elements right inside it.
  package var children: some Sequence<XMLElement> {
    nodes.lazy.compactMap { node in
      guard case .element(let child) = node else { return nil }
      return child
    }
  }

  /// The elements right inside it that have a name.
  package func children(_ namespace: XMLNamespace, _ local: String) -> [XMLElement] {
    let name = XMLName(namespace, local)
    return children.filter { $0.name == name }
  }

  /// The first element right inside it that has a name.
  package func child(_ namespace: XMLNamespace, _ local: String) -> XMLElement? {
    let name = XMLName(namespace, local)
    return children.first { $0.name == name }
  }

  /// The value of an attribute without a prefix.
  package func attribute(_ name: String) -> [UInt8]? {
    attributes[XMLName(.none, name)]
  }

  /// All text in it, also that of the elements inside; as deep as the document may be.
  package var text: [UInt8] {
    nodes.flatMap { node -> [UInt8] in
      switch node {
      case .text(let text): text
      case .element(let child): child.text
      }
    }
  }
}
