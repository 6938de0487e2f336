package import Terminal

/// By keymap name.
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
  package static let grid = Keymap("grid", named: "grid", entries: GridLayer.commands.entries)
  static let pickingGrid = Keymap(
    "grid", named: "grid", "picking", entries: GridLayer.pickingCommands.entries)
  static let viewer = Keymap("viewer", named: "viewer", entries: ViewerLayer.commands.entries)
  /// For a viewer that is opened first, which ends with the program.
  static let firstViewer = Keymap(
    viewer.title, named: "viewer",
    entries: viewer.entries + [Entry(.quit, "q", help: "quit").standing(in: .moving)])
  static let trash = Keymap("trash", named: "trash", entries: TrashLayer.commands.entries)
  static let cachePanel = Keymap(
    "cache panel", named: "cache", entries: CachePanelLayer.commands.entries)
  static let helpPage = Keymap("help", named: "help", entries: HelpLayer.commands.entries)
  static let line = Keymap("line editing", named: "line", entries: LineLayer.commands.entries)
  static let commandLine = Keymap(
    "command line", named: "command-line", entries: CommandLineLayer.commands.entries)
  static let answer = Keymap("prompts", named: "question", entries: AnswerLayer.commands.entries)
  package static let everywhere = Keymap(
    "everywhere", named: "everywhere", entries: Browser.commands.entries)

  package static let all: [Keymap] = [
    .grid, .pickingGrid, .viewer, .culling, .trash, .cachePanel, .helpPage, .line, .commandLine,
    .answer, .everywhere,
  ]

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
    return defaults.flatMap(\.ways).filter { !known.contains($0) }
  }

  private mutating func apply(_ binding: KeyBindings.Binding) {
    for index in entries.indices { entries[index].ways.removeAll { $0.keys == binding.keys } }
    guard let command = binding.command else { return }
    let way = Entry.Way(binding.keys, command)
    // New entries follow the defaults, which keep their position even if all their keys are
    // unbound.
    let place = entries.indices.first { index in
      entries[index].commands.contains(command)
        || index < defaults.count && defaults[index].commands.contains(command)
    }
    if let place {
      entries[place].ways.append(way)
    } else {
      entries.append(entry(for: way))
    }
  }

  /// With the help of another keymap that binds the command.
  private func entry(for way: Entry.Way) -> Entry {
    let command = way.command
    let known = Self.all.lazy.flatMap(\.defaults).first { $0.commands.contains(command) }
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

/// With those of the browser, for lookup and for messages: `"no photo is marked: \(keys[.mark])
/// marks one"`.
nonisolated package struct BoundKeys: Sendable {
  package private(set) var keymap: Keymap
  /// The layer's own keys, also in culling mode.
  private(set) var usual: Keymap
  private var everywhere = Keymap.everywhere
  private var bindings = KeyBindings()
  var isCulling = false { didSet { update() } }

  package init(_ keymap: Keymap) {
    (self.keymap, usual) = (keymap, keymap)
  }

  package func bound(by bindings: KeyBindings) -> BoundKeys {
    var keys = self
    keys.bindings = bindings
    keys.usual = usual.bound(by: bindings)
    keys.everywhere = everywhere.bound(by: bindings)
    keys.update()
    return keys
  }

  private mutating func update() {
    keymap = isCulling ? .culling(over: usual, by: bindings) : usual
  }

  /// The key for a command, such as `m`, or what to type in the command line if it has none:
  /// `:mark`.
  package subscript(command: Command) -> String { key(for: command) ?? line(for: command) }

  func line(for command: Command) -> String {
    "\(key(for: .commandLine) ?? ":")\(command.rawValue)"
  }

  /// `Esc close`; nil if the command has no key.
  package func hint(_ command: Command, _ word: String) -> String? {
    key(for: command).map { "\($0) \(word)" }
  }

  /// With a key that is not text.
  func hintInText(_ command: Command, _ word: String) -> String? {
    [keymap, everywhere].keys(for: command, inText: true).map { "\($0) \(word)" }
  }

  func hints(besides command: Command, _ word: String) -> [String] {
    keymap.hints + [hint(command, word)].compactMap(\.self)
  }

  private func key(for command: Command) -> String? { [keymap, everywhere].keys(for: command) }
}
