internal import Base

/// An ignored entry in the configuration file, with the reason.
package struct ConfigProblem: Error, Hashable, Sendable {
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

  /// `kind` includes its article.
  package init(at position: TOMLPosition, expected kind: String, of names: [String], found: String)
  {
    let nearest = NearestName.of(found, in: names).map { " such as “\($0)”" } ?? ""
    let found = AddressText.withoutLogin(inAddress: found)
    self.init(at: position, expected: kind + nearest, found: "“\(found)”")
  }

  /// `FILE:LINE:COLUMN: …`, or `FILE: …` without a position.
  package func line(in file: String) -> String {
    let place = position.map { "\($0.line):\($0.column): " } ?? " "
    return "\(file):\(place)\(text)"
  }
}
