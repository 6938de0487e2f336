import Photos

/// The name of a command in the configuration, such as `page-down`.
///
/// Each layer declares in its `CommandTable` what a command does there: `down` is the next row of a
/// grid, the next photo of a viewer, the next line of a help text. The names below are those that
/// texts and other code refer to.
nonisolated package struct Command: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral
{
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package init(stringLiteral name: String) {
    rawValue = name
  }
}

nonisolated extension Command {
  package static let left: Command = "left"
  package static let right: Command = "right"
  package static let up: Command = "up"
  package static let down: Command = "down"
  static let first: Command = "first"
  static let last: Command = "last"
  static let pageDown: Command = "page-down"
  static let pageUp: Command = "page-up"
  static let halfPageDown: Command = "half-page-down"
  static let halfPageUp: Command = "half-page-up"

  static let help: Command = "help"
  static let commandLine: Command = "command-line"
  static let back: Command = "back"
  static let close: Command = "close"
  static let quit: Command = "quit"

  static let open: Command = "open"
  static let parentFolder: Command = "parent-folder"
  static let subfolders: Command = "subfolders"
  static let search: Command = "search"
  static let larger: Command = "larger"
  static let reset: Command = "reset"
  static let emptyMemory: Command = "empty-memory"
  static let cachePanel: Command = "cache-panel"
  static let mark: Command = "mark"
  static let markThrough: Command = "mark-through"
  static let pick: Command = "pick"
  static let `import`: Command = "import"
  static let survey: Command = "survey"
  static let next: Command = "next"
  static let slideshow: Command = "slideshow"

  static let keyword: Command = "keyword"
  static let copy: Command = "copy"
  static let export: Command = "export"
  static let move: Command = "move"
  static let collect: Command = "collect"
  static let drop: Command = "drop"
  static let collections: Command = "collections"
  static let rename: Command = "rename"
  static let delete: Command = "delete"
  static let erase: Command = "delete!"
  static let trash: Command = "trash"
  static let restore: Command = "restore"
  static let turnFile: Command = "turn-file"
  static let undo: Command = "undo"
  static let redo: Command = "redo"
  static let shell: Command = "shell"

  static let editor: Command = "editor"
  static let complete: Command = "complete"
  static let completeBack: Command = "complete-back"
  static let deleteBackward: Command = "delete-backward"
}

nonisolated extension Command {
  private static let sign = ":"

  /// A macro that runs lines of the command line in order.
  package init(lines: [String]) {
    self.init(rawValue: Self.sign + lines.joined(separator: "\n"))
  }

  package var lines: [String]? {
    guard rawValue.hasPrefix(Self.sign) else { return nil }
    return rawValue.dropFirst().split(separator: "\n").map(String.init)
  }

  /// The names of all commands that can be bound or typed.
  package static let names: [String] =
    Set(Keymap.all.flatMap(\.defaults).flatMap(\.commands).map(\.rawValue)).sorted()

  package static let namesTakingArguments = GridLayer.commands.takingArguments.map(\.rawValue)

  var motion: GridMotion? { GridMotion(rawValue: rawValue) }

  /// The entries to move by, positive is down; `page` is the number of visible entries.
  func steps(times: Int, page: Int) -> Int? { motion?.rows(times: times, page: page) }
}
