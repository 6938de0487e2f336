package import Terminal

/// Which keys mean which command: the one table that the browser, its help screen and the README
/// go by.
package struct Keymap: Sendable {
  /// One command and every way to type it.
  package struct Entry: Sendable {
    /// What the keys ask for.
    package let command: Command
    /// The ways, each one key after another.
    package let sequences: [[Key]]

    /// The ways as the help writes them: `gg, Home`.
    package var keys: String {
      sequences.map { $0.map(\.description).joined() }.joined(separator: ", ")
    }
  }

  /// All commands, in the order the help shows them.
  package let entries: [Entry]

  /// The keys of vim, less and nsxiv.
  package static let standard = Keymap(entries: [
    Entry(.left, "h", .left),
    Entry(.down, "j", .down),
    Entry(.up, "k", .up),
    Entry(.right, "l", .right),
    Entry(command: .first, sequences: [[.character("g"), .character("g")], [.home]]),
    Entry(.last, "G", .end),
    Entry(.pageDown, .control("f"), .pageDown),
    Entry(.pageUp, .control("b"), .pageUp),
    Entry(.halfPageDown, .control("d")),
    Entry(.halfPageUp, .control("u")),
    Entry(.open, .enter),
    Entry(.larger, "+", "="),
    Entry(.smaller, "-"),
    Entry(.reset, "x"),
    Entry(.emptyMemory, "c"),
    Entry(.retry, "r"),
    Entry(.badges, "i"),
    Entry(.cachePanel, "C"),
    Entry(.remove, "d", .delete),
    Entry(.clearThumbnails, "t"),
    Entry(.clearResponses, "w"),
    Entry(.clearAll, "a"),
    Entry(.help, "?"),
    Entry(.redraw, .control("l")),
    Entry(.suspend, .control("z")),
    Entry(.back, "q"),
    Entry(.close, .escape),
    Entry(.quit, .control("c")),
  ])

  /// What the keys typed so far mean.
  func match(_ typed: [Key]) -> Match {
    var isPrefix = false
    for entry in entries {
      for sequence in entry.sequences where sequence.starts(with: typed) {
        if sequence.count == typed.count { return .command(entry.command) }
        isPrefix = true
      }
    }
    return isPrefix ? .prefix : .nothing
  }

  /// What a row of keys can mean.
  enum Match: Hashable {
    case command(Command)
    /// More keys are needed.
    case prefix
    case nothing
  }
}

extension Keymap.Entry {
  fileprivate init(_ command: Command, _ keys: Key...) {
    self.init(command: command, sequences: keys.map { [$0] })
  }
}
