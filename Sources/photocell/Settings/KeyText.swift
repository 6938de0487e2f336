import Browser
import Configuration
import Terminal

enum KeyText {
  /// Parses keys as the help writes them (`gg`, `g m`, `Ctrl-f`, `PgDn`), or as vim does (`<C-f>`).
  ///
  /// A leading digit is a count, unless the keymap itself binds digits.
  static func keys(
    _ text: String, in keymap: Keymap, at position: TOMLPosition
  ) throws(ConfigProblem) -> [Key] {
    let words = text.split(separator: " ").map(String.init)
    let parts = text == " " ? [[Key.character(" ")]] : words.map { keys(ofWord: $0) }
    guard !parts.isEmpty, !parts.contains([]) else {
      throw ConfigProblem(
        at: position, expected: "keys",
        of: [
          "Ctrl-f", "Space", "Backspace", "Enter", "PgUp", "PgDn", "Home", "Del", "Left", "Right",
          "Down",
        ], found: text)
    }
    let all = Array(parts.joined())
    let isTaken = keymap.defaults.contains { $0.sequences.contains { $0[0] == all[0] } }
    if case .character(let digit) = all[0], ("1"..."9").contains(digit), !isTaken {
      throw ConfigProblem(
        at: position, expected: "keys that do not begin with a digit, which is a count",
        found: "“\(text)”")
    }
    return all
  }

  private static func keys(ofWord word: String) -> [Key] {
    if let key = Key(parsing: word) { return [key] }
    if word.contains("<") { return [Key](parsing: word) ?? [] }
    return word.count > 3 || word.contains("-") ? [] : word.map { .character($0) }
  }

  static func text(_ keys: [Key]) -> String {
    let names = keys.map(\.description)
    return names.joined(separator: names.allSatisfy { $0.count == 1 } ? "" : " ")
  }

  /// Parses a command line or a list of them; nil for an empty one, which unbinds.
  static func command(_ node: TOMLNode) throws(ConfigProblem) -> Command? {
    switch node.value {
    case .string(""): return nil
    case .string(let text):
      let line = try Self.line(text, at: node.position)
      return line.contains(" ") ? Command(lines: [line]) : Command(rawValue: line)
    case .array(let nodes):
      var lines: [String] = []
      for node in nodes {
        guard case .string(let text) = node.value else {
          throw ConfigProblem(at: node.position, expected: "a command", found: node.value.inWords)
        }
        lines.append(try line(text, at: node.position))
      }
      return lines.isEmpty ? nil : Command(lines: lines)
    case let value:
      throw ConfigProblem(
        at: node.position, expected: "a command, or a list of commands", found: value.inWords)
    }
  }

  /// Validates a line that begins with a command name, and normalizes it.
  private static func line(_ text: String, at position: TOMLPosition) throws(ConfigProblem)
    -> String
  {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first, !text.contains("\n") else {
      throw ConfigProblem(at: position, expected: "a command", found: "“\(text)”")
    }
    if name.hasPrefix("!") { return text }
    let joined = words.joined(separator: "-")
    if words.count > 1, Command.names.contains(joined) { return joined }
    guard Command.names.contains(name) else {
      throw ConfigProblem(at: position, expected: "a command", of: Command.names, found: name)
    }
    guard words.count > 1 else { return name }
    guard Command.namesTakingArguments.contains(name) || Int(words[1]).map({ $0 > 0 }) ?? false
    else {
      throw ConfigProblem(
        at: position, expected: "a number or nothing after \(name)", found: "“\(words[1])”")
    }
    return "\(name) \(words[1])"
  }
}
