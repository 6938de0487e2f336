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
