package import Terminal

/// The keys that a layer knows: the one table that the layer, the help, its line of keys and the
/// pages about them go by.
///
/// ```swift
/// let keymap = Keymap("the caches", [
///   Keymap.Entry(.down, "j", .down, help: "one row down", hint: "select"),
///   Keymap.Entry(.remove, "d", .delete, help: "remove the selected entry", hint: "remove"),
/// ])
/// ```
nonisolated package struct Keymap: Sendable {
  /// What keys ask for, every way to type them, and what they do.
  nonisolated package struct Entry: Sendable {
    /// A way to type something.
    nonisolated package struct Way: Sendable {
      /// One key after another.
      package let keys: [Key]
      /// What they ask for.
      package let command: Command

      /// Lets keys ask for a command.
      package init(_ keys: [Key], _ command: Command) {
        self.keys = keys
        self.command = command
      }
    }

    /// The ways to type it, at least one; some may ask for the opposite of the others.
    package internal(set) var ways: [Way]
    /// What it does, in one line for the help and the pages.
    package let help: String
    /// What it does, in one word for a line of keys; nil where it is not named there.
    package var hint: String?
    /// The heading that it stands below; nil where the keymap's title is enough.
    package private(set) var group: KeyGroup?

    /// Makes an entry whose keys may ask for several commands that are explained together.
    package init(_ ways: [Way], help: String, hint: String? = nil, in group: KeyGroup? = nil) {
      self.ways = ways
      self.help = help
      self.hint = hint
      self.group = group
    }

    /// Makes an entry whose sequences may be several keys long.
    package init(_ command: Command, sequences: [[Key]], help: String, hint: String? = nil) {
      self.init(sequences.map { Way($0, command) }, help: help, hint: hint)
    }

    /// Makes an entry of single keys.
    package init(_ command: Command, _ keys: Key..., help: String, hint: String? = nil) {
      self.init(command, sequences: keys.map { [$0] }, help: help, hint: hint)
    }

    /// What its first keys ask for.
    package var command: Command { ways[0].command }

    /// The ways to type it, each one key after another.
    package var sequences: [[Key]] { ways.map(\.keys) }

    /// The ways to type it as the help writes them: `gg, Home`.
    package var keys: String { sequences.map(Self.text).joined(separator: ", ") }

    /// The same entry, named in a line of keys.
    func hinting(_ hint: String) -> Entry {
      var entry = self
      entry.hint = hint
      return entry
    }

    /// The same entry, below a heading.
    func standing(in group: KeyGroup) -> Entry {
      var entry = self
      entry.group = group
      return entry
    }

    static func text(_ sequence: [Key]) -> String {
      sequence.map(\.description).joined()
    }
  }

  /// Where these keys mean this, as a heading of the help.
  package let title: String
  /// The names under which a user binds keys here, the last its own; none where nobody can.
  package let names: [String]
  /// All entries, in the order the help shows them.
  package internal(set) var entries: [Entry]
  /// The entries that the program brings.
  package let defaults: [Entry]

  /// Makes a keymap.
  /// - Parameters:
  ///   - title: Where these keys mean this.
  ///   - names: The names under which a user binds keys here, the last its own.
  ///   - entries: All entries, in the order the help shows them.
  package init(_ title: String, named names: String..., entries: [Entry]) {
    self.title = title
    self.names = names
    self.entries = entries
    defaults = entries
  }

  /// Makes a keymap that nobody changes.
  package init(_ title: String, _ entries: [Entry]) {
    self.init(title, entries: entries)
  }

  /// What the keys typed so far mean.
  func match(_ typed: [Key]) -> Match {
    var isPrefix = false
    for entry in entries {
      for way in entry.ways where way.keys.starts(with: typed) {
        if way.keys.count == typed.count { return .command(way.command) }
        isPrefix = true
      }
    }
    return isPrefix ? .prefix : .nothing
  }

  /// What a row of keys can mean.
  nonisolated enum Match: Hashable {
    case command(Command)
    /// More keys are needed.
    case prefix
    case nothing
  }
}

nonisolated extension Keymap {
  /// The entries that have a hint and one key, for a line of keys: `jk select`, `d remove`.
  ///
  /// Neighbours with the same hint share it.
  package var hints: [String] {
    var hints: [(keys: [String], word: String)] = []
    for entry in entries {
      guard let word = entry.hint, entry.ways[0].keys.count == 1 else { continue }
      let key = Entry.text(entry.ways[0].keys)
      if hints.last?.word == word {
        hints[hints.count - 1].keys.append(key)
      } else {
        hints.append(([key], word))
      }
    }
    return hints.map(Self.hint)
  }

  /// The ways to go on from what has been typed of a command: `nN name`, `s size`.
  func hints(after typed: [Key]) -> [String] {
    entries.compactMap { entry in
      let rest = entry.sequences.filter { $0.starts(with: typed) && $0.count > typed.count }
      guard !rest.isEmpty else { return nil }
      let keys = rest.map { Entry.text(Array($0.dropFirst(typed.count))) }
      return Self.hint(keys, entry.hint ?? entry.help)
    }
  }

  private static func hint(_ keys: [String], _ word: String) -> String {
    "\(keys.joined(separator: keys.allSatisfy { $0.count == 1 } ? "" : " ")) \(word)"
  }
}

nonisolated extension [Keymap] {
  /// A way to ask for a command, as the help writes it, the browser's own before those of a layer; nil where
  /// no keys do, or others of these keymaps hide them.
  func keys(for command: Command) -> String? {
    let ways = reversed().flatMap(\.entries).flatMap(\.ways).filter { $0.command == command }
    let way = ways.first { way in
      lazy.map { $0.match(way.keys) }.first { $0 != .nothing } == .command(command)
    }
    return way.map { Keymap.Entry.text($0.keys) }
  }
}

nonisolated extension Keymap {
  /// The keys of the browser itself, which no layer need know.
  package static let everywhere = Keymap(
    "the program", named: "everywhere",
    entries: [
      Entry(.help, "?", help: "show these keys", hint: "help"),
      Entry(
        .commandLine, ":",
        help: "type a command by its name, or the number, the name or the date of a photo to go to"),
      Entry(.redraw, .control("l"), help: "draw the whole screen again"),
      Entry(
        .suspend, .control("z"), help: "stop the program until the shell continues it"),
      Entry(.back, "q", help: "close what is open; where nothing is, quit", hint: "back"),
      Entry(
        .close, .escape, help: "close what is open; forget a count, and take back what is begun"),
      Entry(.interrupt, .control("c"), help: "quit at once"),
    ])
}

nonisolated extension [Keymap.Entry] {
  /// The same entries, of which those below a heading of the help that stand below none.
  func standing(in group: KeyGroup) -> [Keymap.Entry] {
    map { $0.standing(in: $0.group ?? group) }
  }

  /// The keys of vim and less that go up and down.
  static let scrolling: [Keymap.Entry] = [
    Keymap.Entry(.down, "j", .down, help: "one row down"),
    Keymap.Entry(.up, "k", .up, help: "one row up"),
    Keymap.Entry(
      .first, sequences: [["g", "g"], [.home]],
      help: "the first photo; with a count, the photo of that number", hint: "first"),
    Keymap.Entry(
      .last, "G", .end, help: "the last photo; with a count, the photo of that number"),
    Keymap.Entry(.pageDown, .control("f"), .pageDown, help: "one screen down"),
    Keymap.Entry(.pageUp, .control("b"), .pageUp, help: "one screen up"),
    Keymap.Entry(.halfPageDown, .control("d"), help: "half a screen down"),
    Keymap.Entry(.halfPageUp, .control("u"), help: "half a screen up"),
  ]
}
