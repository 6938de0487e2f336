package import TOML
internal import Values

/// Something in the configuration file that does not count, because it is wrong.
package struct ConfigProblem: Error, Hashable, Sendable {
  /// Where it stands; nil where it is the whole file.
  package let position: TOMLPosition?
  /// What is wrong, in a sentence with foreign text in it.
  package let text: String

  /// Tells what is wrong.
  package init(_ text: String, at position: TOMLPosition? = nil) {
    self.position = position
    self.text = AddressText.withoutLogins(text)
  }

  /// Tells what could have stood there, and what stands there.
  package init(at position: TOMLPosition, expected: String, found: String) {
    self.init("expected \(expected), found \(found)", at: position)
  }

  /// Tells that a name is not one of those that there are, with the nearest of them.
  /// - Parameters:
  ///   - position: Where it stands.
  ///   - kind: What such a name is, with its article.
  ///   - names: All that there are.
  ///   - found: What stands there.
  package init(at position: TOMLPosition, expected kind: String, of names: [String], found: String)
  {
    let nearest = NearestName.of(found, in: names).map { " such as “\($0)”" } ?? ""
    let found = AddressText.withoutLogin(inAddress: found)
    self.init(at: position, expected: kind + nearest, found: "“\(found)”")
  }

  /// The sentence behind its place: `FILE:LINE:COLUMN: expected …, found …`.
  package func line(in file: String) -> String {
    let place = position.map { "\($0.line):\($0.column): " } ?? " "
    return "\(file):\(place)\(text)"
  }
}
