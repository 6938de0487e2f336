import ArgumentParser
import Base
import Browser
import Catalogs
import Configuration
import FileActions
import Imaging
import Photos
import Terminal

struct UserConfiguration: Sendable {
  struct PersistentSetting: Sendable {
    let setting: Setting
    let word: String
    let position: TOMLPosition
  }

  let path: String?
  var settings: [PersistentSetting] = []
  /// The table `[keys]` until `withKeys` parses it.
  private(set) var unreadKeys: TOMLNode?
  var bindings = KeyBindings()
  var styles: [Theme.Part: TextStyle] = [:]
  var rules: [OpenRule] = []
  private(set) var iptc = IPTCFields()
  /// The pattern of the names of imported photos.
  private(set) var importName: String?
  private(set) var savedFilters: [ByteString: SavedFilter] = [:]
  private(set) var problems: [ConfigProblem] = []

  static let empty = UserConfiguration(path: nil)

  static let ofUser: UserConfiguration =
    ConfigFile.path(environment: Storage.variable).map { UserConfiguration(reading: $0) } ?? empty

  private mutating func read(_ bytes: [UInt8]) {
    do throws(TOMLError) {
      for entry in try TOMLReader.table(in: bytes).entries { take(entry) }
    } catch {
      problems.append(ConfigProblem("\(error)", at: error.position))
    }
    problems = problems.inFileOrder
  }

  /// Also parses the keys, which the first frame does not need.
  var withKeys: UserConfiguration {
    guard let unreadKeys else { return self }
    var whole = self
    whole.unreadKeys = nil
    whole.takeKeys(unreadKeys)
    whole.problems = whole.problems.inFileOrder
    return whole
  }

  private mutating func addProblem(at node: TOMLNode, expected: String) {
    problems.append(ConfigProblem(at: node.position, expected: expected, found: node.value.inWords))
  }

  private mutating func addProblem(
    at entry: TOMLTable.Entry, expected: String, of names: [String]
  ) {
    problems.append(
      ConfigProblem(at: entry.position, expected: expected, of: names, found: entry.key))
  }

  private mutating func take(_ entry: TOMLTable.Entry) {
    switch entry.key {
    case "keys": unreadKeys = entry.node
    case "theme": takeTheme(entry.node)
    case "open": takeRules(entry.node)
    case "collections": takeCollections(entry.node)
    case "iptc": takeIPTC(entry.node)
    case "import": takeImport(entry.node)
    case let key: take(entry, as: Setting.all.first { $0.key == key })
    }
  }

  private mutating func take(_ entry: TOMLTable.Entry, as setting: Setting?) {
    guard let setting else {
      let tables = ["keys", "theme", "open", "collections", "iptc", "import"]
      let names = Setting.all.map(\.key) + tables
      return addProblem(at: entry, expected: "a setting", of: names)
    }
    do throws(ConfigProblem) {
      let word = try setting.word(for: entry.node)
      settings.append(
        PersistentSetting(setting: setting, word: word, position: entry.node.position))
    } catch {
      problems.append(error)
    }
  }

  /// Nil after a problem has been recorded.
  private mutating func table(_ node: TOMLNode, _ name: String) -> TOMLTable? {
    if case .table(let table) = node.value { return table }
    addProblem(at: node, expected: "the table [\(name)]")
    return nil
  }
}

extension [ConfigProblem] {
  fileprivate var inFileOrder: [ConfigProblem] {
    let start = TOMLPosition(line: 1, column: 1)
    return sorted { ($0.position ?? start) < ($1.position ?? start) }
  }
}

extension UserConfiguration {
  /// A missing file counts as empty; the keys are not read yet.
  init(reading path: String) {
    self.init(path: path)
    do throws(ConfigProblem) {
      if let bytes = try ConfigFile.bytes(at: path) { read(bytes) }
    } catch {
      problems = [error]
    }
  }

  init(path: String, _ bytes: [UInt8]) {
    self.init(path: path)
    read(bytes)
  }

  /// Except those overridden by the environment.
  func words(for command: String, environment variable: (String) -> String? = Storage.variable)
    -> [String]
  {
    settings.filter { entry in
      guard entry.setting.commands.contains(command) else { return false }
      return entry.setting.variable.flatMap(variable)?.isEmpty ?? true
    }.map(\.word)
  }

  /// Parses a command line after the configured options; those that conflict with it are ignored.
  func command(
    _ name: String, for arguments: [String], by parse: ([String]) throws -> any ParsableCommand
  ) throws -> any ParsableCommand {
    let words = words(for: name)
    guard !words.isEmpty else { return try parse(arguments) }
    if let command = try? parse(words + arguments) { return command }
    var command = try parse(arguments)
    var kept: [String] = []
    for word in words {
      guard let next = try? parse(kept + [word] + arguments) else { continue }
      kept.append(word)
      command = next
    }
    return command
  }

  /// All problems, including those of keys and of options that conflict with each other.
  var allProblems: [ConfigProblem] { (withKeys.problems + contradictions).inFileOrder }

  private var contradictions: [ConfigProblem] {
    let browsing = settings.filter { $0.setting.commands.contains("browse") }
    guard (try? BrowseCommand.parse(browsing.map(\.word))) == nil else { return [] }
    var kept: [String] = []
    return browsing.compactMap { entry in
      guard (try? BrowseCommand.parse(kept + [entry.word])) == nil else {
        kept.append(entry.word)
        return nil
      }
      return ConfigProblem(
        at: entry.position, expected: "a setting that goes with those above",
        found: entry.setting.key)
    }
  }

  func write(to log: Log) {
    guard let path else { return }
    log.write(.warning, .configuration, each: allProblems.map { $0.line(in: path) })
  }

  /// The first problem and the number of others; nil if there are none.
  var shortReport: String? {
    guard let path, let first = problems.first else { return nil }
    let more = problems.count > 1 ? "; \(problems.count - 1) more: photocell config check" : ""
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return first.line(in: name) + more
  }

  private mutating func takeTheme(_ node: TOMLNode) {
    guard let table = table(node, "theme") else { return }
    for entry in table.entries {
      if entry.key == Setting.theme.key {
        take(entry, as: .theme)
      } else if let part = Theme.Part(rawValue: entry.key) {
        takeStyle(entry.node, of: part)
      } else {
        let names = [Setting.theme.key] + Theme.Part.allCases.map(\.rawValue)
        addProblem(at: entry, expected: "a part of the screen", of: names)
      }
    }
  }

  private mutating func takeStyle(_ node: TOMLNode, of part: Theme.Part) {
    guard case .string(let text) = node.value else {
      return addProblem(at: node, expected: "a style such as “bold #ff8800”")
    }
    do throws(StyleError) {
      styles[part] = try TextStyle(text)
    } catch {
      // The text begins after a quotation mark.
      let column = node.position.column + 1 + error.place.lowerBound
      let position = TOMLPosition(line: node.position.line, column: column)
      problems.append(ConfigProblem("\(error)", at: position))
    }
  }

  private mutating func takeRules(_ node: TOMLNode) {
    guard case .array(let nodes) = node.value else {
      return addProblem(at: node, expected: "tables [[open]]")
    }
    for node in nodes {
      guard let table = table(node, "open") else { continue }
      if let rule = rule(table, at: node.position) { rules.append(rule) }
    }
  }

  private mutating func rule(_ table: TOMLTable, at position: TOMLPosition) -> OpenRule? {
    let names = ["command", "name", "extensions", "terminal"]
    for entry in table.entries where !names.contains(entry.key) {
      addProblem(at: entry, expected: "a key of [[open]]", of: names)
    }
    guard let command = text(table["command"], "a command such as “gimp %f”") else {
      if table["command"] == nil {
        problems.append(
          ConfigProblem(at: position, expected: "a command", found: "a rule without one"))
      }
      return nil
    }
    let word = command.split(separator: " ").first.map(String.init) ?? command
    return OpenRule(
      text(table["name"], "a name") ?? word, for: Set(extensions(table["extensions"])),
      command: command, isBlocking: isTrue(table["terminal"]))
  }

  private mutating func takeCollections(_ node: TOMLNode) {
    for entry in table(node, "collections")?.entries ?? [] {
      let name = ByteString(entry.key)
      guard CollectionFolder.isName(name) else {
        addProblem(at: entry.node, expected: "a name of a collection")
        continue
      }
      guard let table = table(entry.node, "collections.\(entry.key)") else { continue }
      let names = ["filter", "folders"]
      for entry in table.entries where !names.contains(entry.key) {
        addProblem(at: entry, expected: "a key of a collection", of: names)
      }
      let text = text(table["filter"], "a filter such as “rating:>=4”")
      let folders = strings(table["folders"], "a folder such as “~/Pictures”")
      guard let text, !folders.isEmpty else {
        problems.append(
          ConfigProblem(
            at: entry.position, expected: "filter and folders", found: "a collection without them"))
        continue
      }
      if let problem = Filter(text).problems.first, let node = table["filter"]?.node {
        problems.append(ConfigProblem("\(problem)", at: node.position))
        continue
      }
      savedFilters[name] = SavedFilter(
        text, in: folders.map { ByteString($0, home: Storage.home) })
    }
  }

  private mutating func takeIPTC(_ node: TOMLNode) {
    for entry in table(node, "iptc")?.entries ?? [] {
      guard let field = IPTCField(rawValue: entry.key) else {
        addProblem(at: entry, expected: "a key of [iptc]", of: IPTCField.allCases.map(\.rawValue))
        continue
      }
      var nodes = [entry.node]
      if field == .creator, case .array(let creators) = entry.node.value { nodes = creators }
      let values = nodes.compactMap { iptcText($0, of: field) }
      if !values.isEmpty { iptc[field] = values }
    }
  }

  private mutating func takeImport(_ node: TOMLNode) {
    for entry in table(node, "import")?.entries ?? [] {
      guard entry.key == "name" else {
        addProblem(at: entry, expected: "a key of [import]", of: ["name"])
        continue
      }
      guard let text = text(entry, "a pattern such as “{date:%Y}/{name}{ext}”") else { continue }
      do throws(RenamePatternError) {
        _ = try RenamePattern(text)
        importName = text
      } catch {
        problems.append(ConfigProblem("\(error)", at: entry.node.position))
      }
    }
  }

  private mutating func iptcText(_ node: TOMLNode, of field: IPTCField) -> String? {
    let limit = PhotoMetadata.textByteLimit
    if case .string(let typed) = node.value, typed.utf8.count <= limit {
      let text = TextChange.cleaned(typed)
      let isCode = (2...3).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isLetter }
      if !text.isEmpty, field != .countryCode || isCode { return text }
    }
    addProblem(
      at: node,
      expected: field == .countryCode
        ? "a code such as “FR” or “FRA”" : "a text of at most \(limit.grouped) bytes")
    return nil
  }

  private mutating func strings(_ entry: TOMLTable.Entry?, _ expected: String) -> [String] {
    guard let node = entry?.node else { return [] }
    let nodes: [TOMLNode] = if case .array(let nodes) = node.value { nodes } else { [node] }
    return nodes.compactMap { node in
      if case .string(let text) = node.value { return text }
      addProblem(at: node, expected: expected)
      return nil
    }
  }

  private mutating func text(_ entry: TOMLTable.Entry?, _ expected: String) -> String? {
    guard let node = entry?.node else { return nil }
    if case .string(let text) = node.value, text.contains(where: { $0 != " " }) { return text }
    addProblem(at: node, expected: expected)
    return nil
  }

  private mutating func extensions(_ entry: TOMLTable.Entry?) -> [String] {
    strings(entry, "an extension such as “jpg”")
      .map { ($0.hasPrefix(".") ? String($0.dropFirst()) : $0).lowercased() }
  }

  private mutating func isTrue(_ entry: TOMLTable.Entry?) -> Bool {
    guard let node = entry?.node else { return false }
    if case .boolean(let value) = node.value { return value }
    addProblem(at: node, expected: "true or false")
    return false
  }

  /// The configured styles, unless an option selects another base theme.
  func theme(over options: AppearanceOptions) -> Theme {
    let base = settings.last { $0.setting.key == Setting.theme.key }?.word
    var theme = options.theme
    let isOwn = base.map { $0 == "--theme=\(options.chosenTheme?.name ?? "")" }
    guard isOwn ?? (options.chosenTheme == nil) else { return theme }
    for (part, style) in styles { theme[part] = style }
    return theme
  }

  private mutating func takeKeys(_ node: TOMLNode) {
    guard let tables = table(node, "keys") else { return }
    var found: [(name: String, keys: [Key], command: Command?, TOMLPosition)] = []
    var all = KeyBindings()
    for entry in tables.entries {
      let name = entry.key
      guard let keymap = Keymap.all.first(where: { $0.names.last == name }) else {
        addProblem(at: entry, expected: "keys of a mode", of: Keymap.all.compactMap(\.names.last))
        continue
      }
      for entry in table(entry.node, "keys.\(name)")?.entries ?? [] {
        do throws(ConfigProblem) {
          let keys = try KeyText.keys(entry.key, in: keymap, at: entry.position)
          let command = try KeyText.command(entry.node)
          // A default binding changes nothing, even if one keymap is based on another.
          if keymap.defaults.contains(where: {
            $0.ways.contains { $0.keys == keys && $0.command == command }
          }) {
            continue
          }
          all.bind(keys, to: command, in: name)
          found.append((name, keys, command, entry.position))
        } catch {
          problems.append(error)
        }
      }
    }
    let bound = Keymap.all.map { $0.bound(by: all) }
    for (name, keys, command, position) in found {
      let keymap = bound.first { $0.names.last == name }
      if command != nil, let obstacle = keymap?.obstacle(to: keys) {
        let keys = "“\(KeyText.text(keys))”"
        problems.append(ConfigProblem(at: position, expected: obstacle, found: keys))
      } else {
        bindings.bind(keys, to: command, in: name)
      }
    }
  }
}

@MainActor
extension Browser {
  /// Applies keys, theme and IPTC fields, and order, grouping and captions if they differ from
  /// `options`, which file and command line gave last.
  func reload(_ layer: GridLayer, _ grid: GridViewModel, _ options: inout GridOptions, _ log: Log) {
    guard let path = UserConfiguration.ofUser.path else {
      return bind(KeyBindings(), saying: .error("Set HOME or XDG_CONFIG_HOME to a folder"))
    }
    let found = UserConfiguration(reading: path).withKeys
    found.write(to: log)
    layer.iptc = found.iptc
    if let now = BrowsingOptions(of: ProcessArguments.texts, settings: found) {
      now.grid.arrange(grid, insteadOf: options)
      options = now.grid
      presenter.theme = found.theme(over: now.appearance)
    }
    let words = "Reloaded keys, theme, order, groups, captions, [iptc]; the rest needs a restart"
    bind(found.bindings, saying: found.shortReport.map { .error($0) } ?? .success(words))
  }
}

extension BrowsingOptions {
  /// Parses a command line together with configured options, which it overrides.
  init?(of arguments: [String], settings: UserConfiguration) {
    switch try? Photocell.command(for: arguments, settings: settings) {
    case let command as BrowseCommand: self = command.browsing
    case let command as ApodCommand: self = command.browsing
    default: return nil
    }
  }
}

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
