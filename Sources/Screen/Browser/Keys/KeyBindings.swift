package import Terminal

/// What a user has bound to keys, or unbound, in each keymap by its name.
nonisolated package struct KeyBindings: Hashable, Sendable {
  /// Keys, and what they ask for from now on.
  nonisolated package struct Binding: Hashable, Sendable {
    /// One key after another.
    package let keys: [Key]
    /// What they ask for; nil for nothing.
    package let command: Command?
  }

  private var bindings: [String: [Binding]] = [:]

  /// Binds nothing.
  package init() {}

  /// Binds keys in a keymap.
  /// - Parameters:
  ///   - keys: One key after another.
  ///   - command: What they ask for; nil for nothing.
  ///   - keymap: The name of the keymap.
  package mutating func bind(_ keys: [Key], to command: Command?, in keymap: String) {
    bindings[keymap, default: []].append(Binding(keys: keys, command: command))
  }

  /// What is bound in keymaps, in the order in which it was written.
  package subscript(keymaps: [String]) -> [Binding] { keymaps.flatMap { bindings[$0] ?? [] } }

  /// Whether nothing is bound.
  package var isEmpty: Bool { bindings.isEmpty }
}

nonisolated extension Keymap {
  /// All keymaps of the browser that a user can change, the one of the grid first.
  package static let all: [Keymap] = [
    .grid, .pickingGrid, .viewer, .culling, .cachePanel, .helpPage, .line, .commandLine, .answer,
    .everywhere,
  ]

  /// The same keymap with what a user has bound instead of what the program brings.
  package func bound(by bindings: KeyBindings) -> Keymap {
    var keymap = self
    keymap.entries = defaults
    for binding in bindings[names] { keymap.apply(binding) }
    keymap.entries.removeAll { $0.ways.isEmpty }
    return keymap
  }

  /// The ways to type something that only this keymap brings, and not the one that it stands on.
  package var ownWays: [Entry.Way] {
    let base = Self.all.first { $0.names.last == names.first && names.count > 1 }
    let known = base?.defaults.flatMap(\.ways) ?? []
    return defaults.flatMap(\.ways).filter { way in
      !known.contains { $0.keys == way.keys && $0.command == way.command }
    }
  }

  private mutating func apply(_ binding: KeyBindings.Binding) {
    for index in entries.indices { entries[index].ways.removeAll { $0.keys == binding.keys } }
    guard let command = binding.command else { return }
    let way = Entry.Way(binding.keys, command)
    // New entries stand behind those that the program brings, which stay where they are until the end.
    let place = entries.indices.first { index in
      entries[index].ways.contains { $0.command == command }
        || index < defaults.count && defaults[index].ways.contains { $0.command == command }
    }
    if let place {
      entries[place].ways.append(way)
    } else {
      entries.append(entry(for: way))
    }
  }

  /// An entry for something that has none here: what the help says of the command wherever it is bound first,
  /// or the command itself.
  private func entry(for way: Entry.Way) -> Entry {
    let command = way.command
    let known = Self.all.lazy.flatMap(\.defaults).first {
      $0.ways.contains { $0.command == command }
    }
    let isGrouped = defaults.contains { $0.group != nil }
    return Entry(
      [way], help: known?.help ?? command.lines?.joined(separator: ", then ") ?? command.rawValue,
      in: isGrouped ? known?.group ?? .acting : nil)
  }

  /// What keeps keys from being typed, or hides other keys, if they were bound; nil where nothing does.
  package func obstacle(to keys: [Key]) -> String? {
    for way in entries.lazy.flatMap(\.ways) where way.keys[0] == keys[0] && way.keys != keys {
      if way.keys.starts(with: keys) { return "keys that do not hide \(Entry.text(way.keys))" }
      if keys.starts(with: way.keys) { return "keys that \(Entry.text(way.keys)) does not hide" }
    }
    return nil
  }
}

nonisolated extension Command {
  private static let sign = ":"

  /// The command that does what lines of the command line do, one after another.
  package init(lines: [String]) {
    self.init(rawValue: Self.sign + lines.joined(separator: "\n"))
  }

  /// The lines that it is made of; nil where it is a command by itself.
  package var lines: [String]? {
    guard rawValue.hasPrefix(Self.sign) else { return nil }
    return rawValue.dropFirst().split(separator: "\n").map(String.init)
  }

  /// The names of all commands that can be bound, and typed in the command line.
  package static let names: [String] = {
    let bound = Keymap.all.flatMap(\.defaults).flatMap(\.ways).map(\.command.rawValue)
    return Set(bound + spokenNames + [Command.reloadConfiguration.rawValue]).sorted()
  }()

  /// The names of the commands that are typed with what they are about.
  package static let spokenNames: [String] = PhotoActing.spokenCommands.map(\.rawValue)
}
