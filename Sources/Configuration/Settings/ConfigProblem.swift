internal import Base

/// An ignored entry in the configuration file, with the reason.
package struct ConfigProblem: Error, Hashable, Sendable {
  /// Nil for a problem of the whole file.
  package let position: TOMLPosition?
  /// A sentence that may contain untrusted text.
  package let text: String

  package init(_ text: String, at position: TOMLPosition? = nil) {
    self.position = position
    self.text = AddressText.withoutLogins(text)
  }

  package init(at position: TOMLPosition, expected: String, found: String) {
    self.init("expected \(expected), found \(found)", at: position)
  }

  /// Reports an unknown name, with the nearest known one; `kind` includes its article.
  package init(at position: TOMLPosition, expected kind: String, of names: [String], found: String)
  {
    let nearest = NearestName.of(found, in: names).map { " such as “\($0)”" } ?? ""
    let found = AddressText.withoutLogin(inAddress: found)
    self.init(at: position, expected: kind + nearest, found: "“\(found)”")
  }

  /// Formats as `FILE:LINE:COLUMN: expected …, found …`.
  package func line(in file: String) -> String {
    let place = position.map { "\($0.line):\($0.column): " } ?? " "
    return "\(file):\(place)\(text)"
  }
}
