import FileActions
import Terminal

final class CommandLineLayer: CompletingLayer {
  nonisolated static let commands = CommandTable<CommandLineLayer>(
    [
      Entry("accept", .enter, help: "run", hint: "run").returns { .typed($0.editor.text) },
      Entry(
        .complete, .tab, help: "complete a command or folder name; next in the list",
        hint: "complete"
      ).returns { $0.complete(by: 1) },
      Entry(.completeBack, .backTab, help: "previous in the list").returns { $0.complete(by: -1) },
      Entry(.up, .up, help: "previous line").does { $0.recall($0.place - 1) },
      Entry(.down, .down, help: "next line").does { $0.recall($0.place + 1) },
    ], LayerCommand.editing,
    [
      LayerCommand(.deleteBackward) { $0.deleteBackwardOrClose() },
      LayerCommand("delete-to-start") { $0.deleteToStart() },
    ])

  var keys = BoundKeys(.commandLine)
  let label = ":"
  private let items: [LineMenu.Item]
  private let takingArguments: Set<String>
  private var found: LineCompletion?
  /// Oldest first.
  private let history: [String]
  /// The index of the history line shown; `history.count` for the new line.
  private var place: Int
  private var draft = ""
  var menu: LineMenu?
  var editor: LineEditor { didSet { menu = nil } }

  init(
    _ items: [LineMenu.Item], takingArguments: Set<String>, history: [String], editor: LineEditor
  ) {
    self.editor = editor
    self.items = items
    self.takingArguments = takingArguments
    self.history = history
    place = history.count
  }

  /// Applies a completion unless the argument has changed since it was requested.
  func handle(_ event: BrowserEvent) -> LayerOutcome {
    guard case .completed(let completion) = event, let beginning,
      beginning.argument == completion.argument
    else { return .ignored }
    if let found = completion.menu {
      guard !found.items.isEmpty else { return .warning("No completion found") }
      let all = LineMenu(
        found.title, found.items, head: beginning.head + found.head, typed: found.typed)
      menu = all
      return found.typed.isEmpty && all.items.count > 1 ? .handled : choose(by: 1)
    }
    editor = LineEditor(beginning.head + completion.text)
    found = LineCompletion(argument: completion.text, candidates: completion.candidates)
    return completion.candidates.isEmpty ? .error("No such folder") : .handled
  }

  /// The possible completions or fields of an argument, else the keys of the line.
  var hints: [String] {
    guard menu == nil, let beginning else { return keys.hints(besides: .close, "close") }
    guard beginning.command != .rename else { return [RenamePattern.fields] }
    let isFound = found?.argument == beginning.argument
    guard !isFound else { return found?.candidates.map(\.lastName) ?? [] }
    return [keys.hint(.complete, "complete")].compactMap(\.self)
  }

  var completions: LineMenu? {
    LineMenu("commands", items.matching(editor.text), typed: editor.text)
  }

  var shownMenu: LineMenu? {
    guard menu == nil else { return menu }
    guard beginning == nil, editor.text.first?.isLetter == true else { return nil }
    return completions
  }

  private var beginning: CommandLine.Beginning? {
    CommandLine.Beginning(editor.text, takingArguments: takingArguments)
  }

  private func complete(by step: Int) -> LayerOutcome {
    guard menu == nil, let beginning else { return choose(by: step) }
    return .completing(beginning.command, argument: beginning.argument)
  }

  /// The command stays until its argument is empty up to the cursor.
  private func deleteToStart() -> LayerOutcome {
    let head = beginning?.head ?? ""
    let isInArgument = editor.before.count > head.count && editor.before.hasPrefix(head)
    editor.before = isInArgument ? head : ""
    return .handled
  }

  private func recall(_ wanted: Int) {
    guard (0...history.count).contains(wanted) else { return }
    if place == history.count { draft = editor.text }
    place = wanted
    editor = LineEditor(place == history.count ? draft : history[place])
  }
}

extension String {
  fileprivate var lastName: String {
    let end = hasSuffix("/") ? index(before: endIndex) : endIndex
    return self[..<end].lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}

/// `larger 3` is a command, `42` a photo to go to.
enum CommandLine: Hashable {
  case nothing
  case command(Command, count: Int?)
  case withArgument(Command, argument: String)
  case place(String)

  init(_ text: String, knowing names: Set<String>, takingArguments: Set<String> = []) {
    let typed = text.drop { $0 == " " }
    let words = typed.split(separator: " ").map(String.init)
    let count = words.count == 2 ? Self.count(words[1]) : nil
    if typed.first == "!", takingArguments.contains(Command.shell.rawValue) {
      self = .withArgument(.shell, argument: String(typed.dropFirst()))
    } else if words.isEmpty {
      self = .nothing
    } else if words.count > 1, let line = Beginning(text, takingArguments: takingArguments) {
      let spaces = line.argument.reversed().prefix { $0 == " " }.count
      self = .withArgument(line.command, argument: String(line.argument.dropLast(spaces)))
    } else if words == ["q"] {
      self = .command(.quit, count: nil)
    } else if names.contains(words[0]), words.count == 1 || count != nil {
      self = .command(Command(rawValue: words[0]), count: count)
    } else {
      self = .place(String(typed))
    }
  }

  /// Parses a count, clamped to `KeyInterpreter.greatestCount`; nil for anything else.
  private static func count(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isWholeNumber }) else { return nil }
    let count = Int(text) ?? KeyInterpreter.greatestCount
    return count > 0 ? min(count, KeyInterpreter.greatestCount) : nil
  }
}

extension CommandLine {
  struct Beginning: Hashable {
    let command: Command
    let head: String
    let argument: String

    init?(_ text: String, takingArguments: Set<String>) {
      let start = text.drop { $0 == " " }
      guard let space = start.firstIndex(of: " "), takingArguments.contains(String(start[..<space]))
      else { return nil }
      let argument = start[space...].drop { $0 == " " }
      command = Command(rawValue: String(start[..<space]))
      head = String(text[..<argument.startIndex])
      self.argument = String(argument)
    }
  }
}

nonisolated package struct LineCompletion: Hashable, Sendable {
  let argument: String
  /// Best first.
  let candidates: [String]

  let text: String
  /// From which to choose instead; its head begins with the argument.
  var menu: LineMenu?

  /// `text` defaults to the longest common prefix of the candidates.
  nonisolated init(argument: String, candidates: [String], text: String? = nil) {
    self.argument = argument
    self.candidates = candidates
    self.text =
      text
      ?? candidates.dropFirst().reduce(candidates.first ?? argument) { common, next in
        String(zip(common, next).prefix { $0 == $1 }.map(\.0))
      }
  }

  init(argument: String, menu: LineMenu) {
    self.init(argument: argument, candidates: [], text: argument)
    self.menu = menu
  }
}
