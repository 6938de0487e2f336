/// One key of the configuration file, which corresponds to a command-line option.
package struct Setting: Sendable {
  package enum Kind: Sendable {
    case flag(on: String, off: String)
    /// A string, or an integer with the same meaning.
    case text(
      option: String, expected: String, names: @Sendable () -> [String],
      isRight: @Sendable (String) -> Bool)
  }

  package let key: String
  package let kind: Kind
  package let value: String
  /// Whether `value` is the default; otherwise it is an example.
  package let isUsual: Bool
  package let comment: String
  package let commands: Set<String>
  /// An environment variable that overrides the setting.
  package let variable: String?

  package init(
    _ key: String, _ kind: Kind, _ value: String, isUsual: Bool = true, _ comment: String,
    for commands: Set<String>, besides variable: String? = nil
  ) {
    (self.key, self.kind, self.value, self.isUsual) = (key, kind, value, isUsual)
    (self.comment, self.commands, self.variable) = (comment, commands, variable)
  }

  package func word(for node: TOMLNode) throws(ConfigProblem) -> String {
    switch (kind, node.value) {
    case (.flag(let on, let off), .boolean(let value)): return value ? on : off
    case (.flag, let value):
      throw ConfigProblem(at: node.position, expected: "true or false", found: value.inWords)
    case (.text(let option, let expected, let names, let isRight), .string(let text)):
      if isRight(text) { return "\(option)=\(text)" }
      throw ConfigProblem(at: node.position, expected: expected, of: names(), found: text)
    case (.text(let option, _, _, let isRight), .integer(let number)) where isRight("\(number)"):
      return "\(option)=\(number)"
    case (.text(_, let expected, _, _), let value):
      throw ConfigProblem(at: node.position, expected: expected, found: value.inWords)
    }
  }
}

extension TOMLValue {
  package var inWords: String {
    if case .string(let text) = self { return "“\(text)”" }
    return kind
  }
}
