package import TOML

/// A habit that can be written down: one key of the configuration file, which stands for an option of the
/// command line.
package struct Setting: Sendable {
  /// What can be written behind the key.
  package enum Kind: Sendable {
    /// `true` or `false`, and the word of the command line that each stands for.
    case flag(on: String, off: String)
    /// A string that an option takes: what is expected, the names among which it may be, and whether it is
    /// one that the option understands.
    case text(
      option: String, expected: String, names: @Sendable () -> [String],
      isRight: @Sendable (String) -> Bool)
  }

  /// The key.
  package let key: String
  /// What can stand behind it.
  package let kind: Kind
  /// What stands behind it in the file that is printed, as TOML.
  package let value: String
  /// Whether that is what holds where nobody says anything; else it is an example.
  package let isUsual: Bool
  /// What it is for, in a sentence or two.
  package let comment: String
  /// The commands that know it.
  package let commands: Set<String>
  /// The variable of the environment that counts more; nil where none does.
  package let variable: String?

  /// Describes a setting.
  package init(
    _ key: String, _ kind: Kind, _ value: String, isUsual: Bool = true, _ comment: String,
    for commands: Set<String>, besides variable: String? = nil
  ) {
    self.key = key
    self.kind = kind
    self.value = value
    self.isUsual = isUsual
    self.comment = comment
    self.commands = commands
    self.variable = variable
  }

  /// The word of the command line that a value stands for.
  /// - Parameter node: What stands behind the key.
  /// - Returns: A word such as `--sort=name`.
  /// - Throws: What is wrong with the value.
  package func word(for node: TOMLNode) throws(ConfigProblem) -> String {
    switch (kind, node.value) {
    case (.flag(let on, let off), .boolean(let value)): return value ? on : off
    case (.flag, let value):
      throw ConfigProblem(at: node.position, expected: "true or false", found: value.inWords)
    case (.text(let option, let expected, let names, let isRight), .string(let text)):
      if isRight(text) { return "\(option)=\(text)" }
      throw ConfigProblem(at: node.position, expected: expected, of: names(), found: text)
    case (.text(_, let expected, _, _), let value):
      throw ConfigProblem(at: node.position, expected: expected, found: value.inWords)
    }
  }
}

extension TOMLValue {
  /// A string as it is, and of anything else the kind.
  package var inWords: String {
    if case .string(let text) = self { return "“\(text)”" }
    return kind
  }
}
