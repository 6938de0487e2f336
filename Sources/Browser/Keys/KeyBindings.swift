package import Terminal

/// The user's key bindings, by keymap name.
nonisolated package struct KeyBindings: Hashable, Sendable {
  nonisolated package struct Binding: Hashable, Sendable {
    package let keys: [Key]
    /// Nil unbinds the keys.
    package let command: Command?
  }

  private var bindings: [String: [Binding]] = [:]

  package init() {}

  package mutating func bind(_ keys: [Key], to command: Command?, in keymap: String) {
    bindings[keymap, default: []].append(Binding(keys: keys, command: command))
  }

  package subscript(keymaps: [String]) -> [Binding] { keymaps.flatMap { bindings[$0] ?? [] } }

  package var isEmpty: Bool { bindings.isEmpty }
}

nonisolated extension Keymap {
  /// All keymaps the user can change; the grid's is the first.
  package static let all: [Keymap] = [
    .grid, .pickingGrid, .viewer, .culling, .cachePanel, .helpPage, .line, .commandLine, .answer,
    .everywhere,
  ]

  /// The keymap with the user's bindings applied to the defaults.
  package func bound(by bindings: KeyBindings) -> Keymap {
    var keymap = self
    keymap.entries = defaults
    for binding in bindings[names] { keymap.apply(binding) }
    keymap.entries.removeAll { $0.ways.isEmpty }
    return keymap
  }

  /// The default bindings that the base keymap does not have.
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
    // New entries follow the defaults, which keep their position even if all their keys are
    // unbound.
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

  /// Takes the help text from another keymap that binds the command.
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

  /// Why `keys` cannot be bound: they would hide other keys, or be hidden; nil if they can be.
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

  /// A macro that runs lines of the command line in order.
  package init(lines: [String]) {
    self.init(rawValue: Self.sign + lines.joined(separator: "\n"))
  }

  package var lines: [String]? {
    guard rawValue.hasPrefix(Self.sign) else { return nil }
    return rawValue.dropFirst().split(separator: "\n").map(String.init)
  }

  /// The names of all commands that can be bound or typed.
  package static let names: [String] = {
    let bound = Keymap.all.flatMap(\.defaults).flatMap(\.ways).map(\.command.rawValue)
    return Set(bound + spokenNames + [Command.reloadConfiguration.rawValue]).sorted()
  }()

  /// The names of the commands that take an argument.
  package static let spokenNames: [String] = PhotoActing.spokenCommands.map(\.rawValue)
}
