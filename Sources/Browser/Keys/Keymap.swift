package import Terminal

/// The source for key handling, help, hints and the manual.
nonisolated package struct Keymap: Sendable {
  nonisolated package struct Entry: Sendable {
    nonisolated package struct Way: Hashable, Sendable {
      package let keys: [Key]
      package let command: Command

      package init(_ keys: [Key], _ command: Command) {
        self.keys = keys
        self.command = command
      }

      var isText: Bool { if case .character = keys[0] { true } else { false } }
    }

    package let command: Command
    package internal(set) var ways: [Way]
    package let help: String
    /// One word for the line of hints; nil to leave it out there.
    package var hint: String?
    /// Nil to list it below the keymap's title.
    package internal(set) var group: KeyGroup?

    var commands: [Command] { [command] + ways.map(\.command) }

    package var sequences: [[Key]] { ways.map(\.keys) }

    /// As the help shows them: `gg, Home`; without keys, what to type in the command line.
    package var keys: String {
      ways.isEmpty ? ":\(command.rawValue)" : sequences.map(Self.text).joined(separator: ", ")
    }

    func hinting(_ hint: String) -> Entry {
      var entry = self
      entry.hint = hint
      return entry
    }

    func standing(in group: KeyGroup) -> Entry {
      var entry = self
      entry.group = group
      return entry
    }

    static func text(_ sequence: [Key]) -> String { sequence.map(\.description).joined() }
  }

  package let title: String
  /// The names in the user's configuration, its own last; empty if it cannot be changed.
  package let names: [String]
  package internal(set) var entries: [Entry]
  package let defaults: [Entry]

  package init(_ title: String, named names: String..., entries: [Entry]) {
    self.title = title
    self.names = names
    self.entries = entries.filter { !$0.ways.isEmpty }
    defaults = entries
  }

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

  nonisolated enum Match: Hashable {
    case command(Command)
    case prefix
    case nothing
  }
}

nonisolated extension Keymap.Entry {
  package init(_ ways: [Way], help: String, hint: String? = nil, in group: KeyGroup? = nil) {
    self.init(command: ways[0].command, ways: ways, help: help, hint: hint, group: group)
  }

  package init(_ command: Command, sequences: [[Key]], help: String, hint: String? = nil) {
    let ways = sequences.map { Way($0, command) }
    self.init(command: command, ways: ways, help: help, hint: hint)
  }

  package init(_ command: Command, _ keys: Key..., help: String, hint: String? = nil) {
    self.init(command, sequences: keys.map { [$0] }, help: help, hint: hint)
  }
}

nonisolated extension Keymap {
  /// Such as `n/p next/prev`, `0-5 stars`, `jk select`; neighbors with the same hint are merged.
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

  /// Such as `nN name`, `s size`.
  func hints(after typed: [Key]) -> [String] {
    entries.compactMap { entry in
      let rest = entry.sequences.filter { $0.starts(with: typed) && $0.count > typed.count }
      guard !rest.isEmpty else { return nil }
      let keys = rest.map { Entry.text(Array($0.dropFirst(typed.count))) }
      return Self.hint(keys, entry.hint ?? entry.help)
    }
  }

  private static func hint(_ keys: [String], _ word: String) -> String {
    if keys.count > 2, keys.allSatisfy({ Int($0) != nil }) {
      return "\(keys[0])-\(keys[keys.count - 1]) \(word)"
    }
    let isShort = keys.allSatisfy { $0.count == 1 }
    return "\(keys.joined(separator: word.contains("/") ? "/" : isShort ? "" : " ")) \(word)"
  }
}

nonisolated extension [Keymap] {
  /// Prefers characters, and the browser's own keys; nil if there are none or other keys hide them.
  ///
  /// `inText` excludes characters.
  func keys(for command: Command, inText: Bool = false) -> String? {
    let ways = reversed().flatMap(\.entries).flatMap(\.ways).filter { way in
      way.command == command
        && lazy.map { $0.match(way.keys) }.first { $0 != .nothing } == .command(command)
    }
    let way = ways.first { $0.isText != inText } ?? (inText ? nil : ways.first)
    return way.map { Keymap.Entry.text($0.keys) }
  }
}

nonisolated extension [Keymap.Entry] {
  func standing(in group: KeyGroup) -> [Keymap.Entry] {
    map { $0.standing(in: $0.group ?? group) }
  }

  static let scrolling: [Keymap.Entry] = [
    Keymap.Entry(.down, "j", .down, help: "one row down"),
    Keymap.Entry(.up, "k", .up, help: "one row up"),
    Keymap.Entry(
      .first, sequences: [["g", "g"], [.home]],
      help: "first photo; with a count, that photo", hint: "first"),
    Keymap.Entry(
      .last, "G", .end, help: "last photo; with a count, that photo"),
    Keymap.Entry(.pageDown, .control("f"), .pageDown, help: "one screen down"),
    Keymap.Entry(.pageUp, .control("b"), .pageUp, help: "one screen up"),
    Keymap.Entry(.halfPageDown, .control("d"), help: "half a screen down"),
    Keymap.Entry(.halfPageUp, .control("u"), help: "half a screen up"),
  ]
}

nonisolated package enum KeyGroup: String, CaseIterable, Hashable, Sendable {
  case moving, finding
  case sorting = "sorting and grouping"
  case picking = "marking"
  case rating
  case acting = "files"
  case looking = "display"
  case playing, caches
}

package typealias KeySection = (title: String, entries: [Keymap.Entry])

nonisolated extension Keymap {
  /// The entries with keys, and those for the command line.
  fileprivate var withTyped: [Entry] {
    let bound = Set(entries.flatMap(\.commands))
    return entries + defaults.filter { $0.ways.isEmpty && !bound.contains($0.command) }
  }

  /// The entries below the title of the keymap, and of their groups, which names the keymap unless
  /// it is the first.
  func sections(isFirst: Bool) -> [KeySection] {
    let groups: [KeyGroup?] = [nil] + KeyGroup.allCases
    return groups.compactMap { group -> KeySection? in
      let entries = withTyped.filter { $0.group == group }
      guard !entries.isEmpty else { return nil }
      let parts = [isFirst && group != nil ? nil : title, group?.rawValue]
      let words = parts.compactMap(\.self).joined(separator: ": ")
      return (words.prefix(1).uppercased() + words.dropFirst(), entries)
    }
  }
}

nonisolated extension [Keymap] {
  /// Sections without entries repeated from earlier keymaps.
  ///
  /// Groups of the first keymap have plain titles, `Moving`; others name it: `One photo: moving`.
  package var sections: [KeySection] {
    var said: Set<[String]> = []
    return enumerated().flatMap { index, keymap in
      let new = keymap.withTyped.filter { said.insert([$0.keys, $0.help]).inserted }
      return Keymap(keymap.title, entries: new).sections(isFirst: index == 0)
    }
  }
}

struct KeyInterpreter {
  private var typed: [Key] = []
  private var count: Int?

  /// The largest count; more than the photos of any listing.
  static let greatestCount = 99_999_999

  enum Meaning: Hashable {
    case command(Command, count: Int?)
    case unfinished
    case forgotten
    case unknown([Key])
  }

  var pending: String { (count.map(String.init) ?? "") + typed.map(\.description).joined() }

  /// The possible continuations of the typed keys; empty if no command was begun.
  func continuations(in keymaps: [Keymap]) -> [String] {
    guard !typed.isEmpty else { return [] }
    return keymaps.first { $0.match(typed) == .prefix }?.hints(after: typed) ?? []
  }

  /// The first keymap that knows the keys decides.
  mutating func interpret(_ key: Key, in keymaps: [Keymap]) -> Meaning {
    let isCommand = keymaps.contains { $0.match([key]) != .nothing }
    if typed.isEmpty, count != nil || !isCommand, let digit = digit(key) {
      count = min((count ?? 0) * 10 + digit, Self.greatestCount)
      return .unfinished
    }
    if !typed.isEmpty, key == .escape {
      forget()
      return .forgotten
    }
    typed.append(key)
    switch keymaps.lazy.map({ [typed] in $0.match(typed) }).first(where: { $0 != .nothing }) {
    case .command(let command):
      defer { forget() }
      return .command(command, count: count)
    case .prefix: return .unfinished
    case .nothing, nil:
      defer { forget() }
      return .unknown(typed)
    }
  }

  mutating func forget() {
    typed = []
    count = nil
  }

  private func digit(_ key: Key) -> Int? {
    guard case .character(let character) = key, character.isASCII,
      let digit = character.wholeNumberValue, digit > 0 || count != nil
    else { return nil }
    return digit
  }
}
