import ArgumentParser
import Browser
import Commands
import Logging
import Settings
import TOML
import Terminal

/// What the user has written into the configuration file: what of it is right, and what is wrong with the
/// rest.
struct UserConfiguration: Sendable {
  /// An option, as a word of the command line, and where it was written.
  struct Habit: Sendable {
    let setting: Setting
    let word: String
    let position: TOMLPosition
  }

  /// The path of the file; nil where there is none.
  let path: String?
  /// The options, in the order of the file.
  var habits: [Habit] = []
  /// The table `[keys]` as long as it has not been read.
  private var unreadKeys: TOMLNode?
  /// What is bound to keys.
  var bindings = KeyBindings()
  /// The looks of parts of the screen, laid over the theme.
  var looks: [Theme.Part: Look] = [:]
  /// With which programs photos are opened.
  var rules: [OpenRule] = []
  /// What does not count, in the order of the file.
  private(set) var problems: [ConfigProblem] = []

  /// Nothing has been written down.
  static let empty = UserConfiguration(path: nil)

  /// What the user of this process has written down, but for the keys.
  static let ofUser: UserConfiguration =
    ConfigFile.path(environment: Storage.variable).map { UserConfiguration(reading: $0) } ?? empty

  init(path: String?) {
    self.path = path
  }

  /// Reads a file, but for the keys; one that is not there is as good as empty.
  init(reading path: String) {
    self.init(path: path)
    do throws(ConfigProblem) {
      if let bytes = try ConfigFile.bytes(at: path) { read(bytes) }
    } catch {
      problems = [error]
    }
  }

  /// Takes what a file says, but for the keys.
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

  /// The same with the keys, which nothing needs that is seen first.
  var withKeys: UserConfiguration {
    guard let unreadKeys else { return self }
    var whole = self
    whole.unreadKeys = nil
    whole.takeKeys(unreadKeys)
    whole.sortProblems()
    return whole
  }

  /// Notes what is wrong.
  mutating func tell(_ problem: ConfigProblem) { problems.append(problem) }

  private mutating func take(_ entry: TOMLTable.Entry) {
    switch entry.key {
    case "keys": unreadKeys = entry.node
    case "theme": takeTheme(entry.node)
    case "open": takeRules(entry.node)
    case let key: take(entry, as: Setting.all.first { $0.key == key })
    }
  }

  /// Takes an option; the first that it contradicts counts.
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

  /// The table that stands there; nil after a problem has been told.
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
  /// The words of the command line that a command knows, but for those that the environment decides on.
  func words(for command: String, environment variable: (String) -> String? = Storage.variable)
    -> [String]
  {
    habits.filter { habit in
      guard habit.setting.commands.contains(command) else { return false }
      return habit.setting.variable.flatMap(variable)?.isEmpty ?? true
    }.map(\.word)
  }

  /// Parses a command line behind the options that were written down; those that do not go together with
  /// it do not count.
  /// - Parameters:
  ///   - name: The command's name.
  ///   - arguments: What the user has typed behind that.
  ///   - parse: Parses words.
  /// - Returns: A command that is ready to run.
  /// - Throws: What is wrong with what the user has typed.
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

  /// All that is wrong, the keys and the options among it that do not go together.
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
        at: habit.position, expected: "what goes together with the settings above",
        found: habit.setting.key)
    }
  }

  /// Tells a log of all that is wrong, a line each.
  func tell(_ log: Log) {
    guard let path else { return }
    log.write(.warning, .configuration, each: allProblems.map { $0.line(in: path) })
  }

  /// The first problem, and how many there are besides; nil where there is none.
  var shortReport: String? {
    guard let path, let first = problems.first else { return nil }
    let more = problems.count > 1 ? "; \(problems.count - 1) more: photocell config check" : ""
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return first.line(in: name) + more
  }
}
