/// The lines of a head, in their order.
package struct HTTPHeaders: Hashable, Sendable {
  /// The lines; a name may come more than once.
  package var lines: [HTTPHeader]

  /// Takes lines as they are.
  package init(_ lines: [HTTPHeader] = []) {
    self.lines = lines
  }

  /// The first value of a name in lower case, as text; nil where there is none.
  package subscript(name: String) -> String? {
    lines.first { $0.name == name }?.text
  }

  /// All values of a name in lower case, joined as RFC 9110 section 5.3 allows for lists.
  func list(_ name: String) -> String? {
    let values = lines.filter { $0.name == name }.map(\.text)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Puts other lines in the place of those that have their names.
  mutating func replace(by newer: [HTTPHeader]) {
    let names = Set(newer.map(\.name))
    lines.removeAll { names.contains($0.name) }
    lines += newer
  }
}
