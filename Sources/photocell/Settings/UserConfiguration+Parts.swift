import Browser
import Configuration
import FileActions

extension UserConfiguration {
  mutating func takeTheme(_ node: TOMLNode) {
    guard let table = table(node, "theme") else { return }
    for entry in table.entries {
      if entry.key == Setting.theme.key {
        take(entry, as: .theme)
      } else if let part = Theme.Part(rawValue: entry.key) {
        takeLook(entry.node, of: part)
      } else {
        let names = [Setting.theme.key] + Theme.Part.allCases.map(\.rawValue)
        tell(
          ConfigProblem(
            at: entry.position, expected: "a part of the screen", of: names, found: entry.key))
      }
    }
  }

  private mutating func takeLook(_ node: TOMLNode, of part: Theme.Part) {
    guard case .string(let text) = node.value else {
      return tell(
        ConfigProblem(
          at: node.position, expected: "a style such as “bold #ff8800”", found: node.value.inWords))
    }
    do throws(StyleError) {
      looks[part] = try TextStyle(text)
    } catch {
      tell(ConfigProblem("\(error)", at: node.position.inside(text: error.place.lowerBound)))
    }
  }

  /// Reads `[[open]]`: programs that open photos.
  mutating func takeRules(_ node: TOMLNode) {
    guard case .array(let nodes) = node.value else {
      return tell(
        ConfigProblem(at: node.position, expected: "tables [[open]]", found: node.value.inWords))
    }
    for node in nodes {
      guard let table = table(node, "open") else { continue }
      if let rule = rule(table, at: node.position) { rules.append(rule) }
    }
  }

  private mutating func rule(_ table: TOMLTable, at position: TOMLPosition) -> OpenRule? {
    let names = ["command", "name", "extensions", "terminal"]
    for entry in table.entries where !names.contains(entry.key) {
      tell(
        ConfigProblem(
          at: entry.position, expected: "a key of [[open]]", of: names, found: entry.key))
    }
    guard let command = text(table["command"], "a command such as “gimp %f”") else {
      if table["command"] == nil {
        tell(ConfigProblem(at: position, expected: "a command", found: "a rule without one"))
      }
      return nil
    }
    let word = command.split(separator: " ").first.map(String.init) ?? command
    return OpenRule(
      text(table["name"], "a name") ?? word, for: Set(extensions(table["extensions"])),
      command: command, isBlocking: isTrue(table["terminal"]))
  }

  private mutating func text(_ entry: TOMLTable.Entry?, _ expected: String) -> String? {
    guard let node = entry?.node else { return nil }
    if case .string(let text) = node.value, text.contains(where: { $0 != " " }) { return text }
    tell(ConfigProblem(at: node.position, expected: expected, found: node.value.inWords))
    return nil
  }

  private mutating func extensions(_ entry: TOMLTable.Entry?) -> [String] {
    guard let node = entry?.node else { return [] }
    let nodes: [TOMLNode] = if case .array(let nodes) = node.value { nodes } else { [node] }
    return nodes.compactMap { node in
      if case .string(let text) = node.value {
        return (text.hasPrefix(".") ? String(text.dropFirst()) : text).lowercased()
      }
      tell(
        ConfigProblem(
          at: node.position, expected: "an extension such as “jpg”", found: node.value.inWords))
      return nil
    }
  }

  private mutating func isTrue(_ entry: TOMLTable.Entry?) -> Bool {
    guard let node = entry?.node else { return false }
    if case .boolean(let value) = node.value { return value }
    tell(ConfigProblem(at: node.position, expected: "true or false", found: node.value.inWords))
    return false
  }

  /// The theme: the configured styles, unless an option selects another base theme.
  func theme(over options: AppearanceOptions) -> Theme {
    let base = habits.last { $0.setting.key == Setting.theme.key }?.word
    var theme = options.theme
    let isOwn = base.map { $0 == "--theme=\(options.chosenTheme?.name ?? "")" }
    guard isOwn ?? (options.chosenTheme == nil) else { return theme }
    for (part, look) in looks { theme[part] = look }
    return theme
  }
}

extension TOMLPosition {
  /// The position of a character in a string literal that starts here, after its quotation mark.
  fileprivate func inside(text offset: Int) -> TOMLPosition {
    TOMLPosition(line: line, column: column + 1 + offset)
  }
}
