import ArgumentParser
import Base
import Browser
import Configuration
import FileActions

/// The parsed configuration file, and the problems found in it.
struct UserConfiguration: Sendable {
  /// A configured option as a command-line argument.
  struct Habit: Sendable {
    let setting: Setting
    let word: String
    let position: TOMLPosition
  }

  let path: String?
  var habits: [Habit] = []
  /// The table `[keys]` until `withKeys` parses it.
  private var unreadKeys: TOMLNode?
  var bindings = KeyBindings()
  var looks: [Theme.Part: TextStyle] = [:]
  var rules: [OpenRule] = []
  /// Ignored entries, in file order.
  private(set) var problems: [ConfigProblem] = []

  static let empty = UserConfiguration(path: nil)

  /// The user's configuration, without the keys.
  static let ofUser: UserConfiguration =
    ConfigFile.path(environment: Storage.variable).map { UserConfiguration(reading: $0) } ?? empty

  init(path: String?) {
    self.path = path
  }

  /// Reads a file, without the keys; a missing file counts as empty.
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

  private mutating func read(_ bytes: [UInt8]) {
    do throws(TOMLError) {
      for entry in try TOMLReader.table(in: bytes).entries { take(entry) }
    } catch {
      tell(ConfigProblem("\(error)", at: error.position))
    }
    sortProblems()
  }

  private mutating func sortProblems() {
    problems.sort { ($0.position ?? .start) < ($1.position ?? .start) }
  }

  /// Also parses the keys, which the first frame does not need.
  var withKeys: UserConfiguration {
    guard let unreadKeys else { return self }
    var whole = self
    whole.unreadKeys = nil
    whole.takeKeys(unreadKeys)
    whole.sortProblems()
    return whole
  }

  mutating func tell(_ problem: ConfigProblem) { problems.append(problem) }

  private mutating func take(_ entry: TOMLTable.Entry) {
    switch entry.key {
    case "keys": unreadKeys = entry.node
    case "theme": takeTheme(entry.node)
    case "open": takeRules(entry.node)
    case let key: take(entry, as: Setting.all.first { $0.key == key })
    }
  }

  mutating func take(_ entry: TOMLTable.Entry, as setting: Setting?) {
    guard let setting else {
      let names = Setting.all.map(\.key) + ["keys", "theme", "open"]
      return tell(
        ConfigProblem(at: entry.position, expected: "a setting", of: names, found: entry.key))
    }
    do throws(ConfigProblem) {
      let word = try setting.word(for: entry.node)
      habits.append(Habit(setting: setting, word: word, position: entry.node.position))
    } catch {
      tell(error)
    }
  }

  /// The table, or nil after a problem has been recorded.
  mutating func table(_ node: TOMLNode, _ name: String) -> TOMLTable? {
    if case .table(let table) = node.value { return table }
    tell(
      ConfigProblem(at: node.position, expected: "the table [\(name)]", found: node.value.inWords))
    return nil
  }
}

extension TOMLPosition {
  fileprivate static let start = TOMLPosition(line: 1, column: 1)
}

extension UserConfiguration {
  /// The configured options of a command, except those overridden by the environment.
  func words(for command: String, environment variable: (String) -> String? = Storage.variable)
    -> [String]
  {
    habits.filter { habit in
      guard habit.setting.commands.contains(command) else { return false }
      return habit.setting.variable.flatMap(variable)?.isEmpty ?? true
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
  var allProblems: [ConfigProblem] {
    (withKeys.problems + contradictions).sorted {
      ($0.position ?? .start) < ($1.position ?? .start)
    }
  }

  private var contradictions: [ConfigProblem] {
    let browsing = habits.filter { $0.setting.commands.contains("browse") }
    guard (try? BrowseCommand.parse(browsing.map(\.word))) == nil else { return [] }
    var kept: [String] = []
    return browsing.compactMap { habit in
      guard (try? BrowseCommand.parse(kept + [habit.word])) == nil else {
        kept.append(habit.word)
        return nil
      }
      return ConfigProblem(
        at: habit.position, expected: "a setting that goes with those above",
        found: habit.setting.key)
    }
  }

  func tell(_ log: Log) {
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
}
