import Photos
package import Terminal

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
  static let importingGrid = Keymap(
    "grid", named: "grid", "importing", entries: GridLayer.importingCommands.entries)
  package static let viewer = Keymap(
    "viewer", named: "viewer", entries: ViewerLayer.commands.entries)
  /// For a viewer that is opened first, which ends with the program.
  static let firstViewer = Keymap(
    viewer.title, named: "viewer",
    entries: viewer.entries + [Entry(.quit, "q", help: "quit").standing(in: .moving)])
  /// Keys of the viewer that differ while photos are compared.
  package static let comparison = Keymap(
    "comparison", named: "comparison",
    entries: [
      Entry("blink", "B", help: "show the photos in turn at one place", hint: "blink"),
      Entry(
        "difference", "X", help: "difference of the first photo and another one, on/off",
        hint: "difference"),
      Entry(
        "divider", "|", help: "the first photo left of a divider, another one right of it, on/off",
        hint: "divider"),
    ] + dividerMoves)
  private static let dividerMoves = [
    Entry("divider-left", "<", help: "move the divider to the left"),
    Entry("divider-right", ">", help: "move the divider to the right"),
  ]
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
    .grid, .pickingGrid, .importingGrid, .viewer, .comparison, .culling, .trash, .cachePanel,
    .helpPage, .line, .commandLine, .answer, .everywhere,
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
    // New entries follow the defaults, which keep their position even without keys.
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
  /// In a survey the key that rejects does so outside culling mode, too.
  var isSurveying = false { didSet { update() } }
  var comparison: Comparison? { didSet { update() } }

  /// The keys of a comparison; those that move the divider only while it is shown.
  nonisolated enum Comparison {
    case undivided, divided
  }

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
    let base =
      comparison.map { usual.comparing(isDivided: $0 == .divided, by: bindings) } ?? usual
    keymap =
      isCulling
      ? .culling(over: base, by: bindings)
      : isSurveying ? .culling([.note(.reject)], over: base, by: bindings) : base
  }

  /// The key for a command, such as `m`, or its command line if it has none: `:mark`.
  package subscript(command: Command) -> String { key(for: command) ?? line(for: command) }

  func line(for command: Command) -> String {
    "\(key(for: .commandLine) ?? ":")\(command.rawValue)"
  }

  /// `Esc close`; nil if the command has no key. `inText` excludes keys that are characters.
  package func hint(_ command: Command, _ word: String, inText: Bool = false) -> String? {
    [keymap, everywhere].keys(for: command, inText: inText).map { "\($0) \(word)" }
  }

  func hints(besides command: Command, _ word: String) -> [String] {
    keymap.hints + [hint(command, word)].compactMap(\.self)
  }

  private func key(for command: Command) -> String? { [keymap, everywhere].keys(for: command) }
}

nonisolated extension Command {
  static func note(_ note: RatingChange) -> Command {
    switch note {
    case .stars(let count): Command(rawValue: "rate-\(count)")
    case .label(let label): Command(rawValue: "label-\(label?.rawValue ?? "none")")
    case .pick: "flag-pick"
    case .reject: "flag-reject"
    case .neither: "flag-none"
    }
  }
}

nonisolated extension LayerCommand {
  static func rating(
    _ rate: @escaping @MainActor @Sendable (Owner, RatingChange) -> LayerOutcome,
    survey: @escaping @MainActor @Sendable (Owner) -> LayerOutcome
  ) -> [LayerCommand] {
    let notes: [RatingChange] =
      (0...5).map { .stars($0) } + CullingLabel.allCases.map { .label($0) }
      + [.label(nil), .pick, .reject, .neither]
    var handlers: [Command: Handler] = [.survey: { owner, _ in survey(owner) }]
    for note in notes { handlers[.note(note)] = { owner, _ in rate(owner, note) } }
    return Keymap.rating.map { LayerCommand($0, handlers: handlers) }
  }
}

nonisolated extension Keymap {
  package static let culling = Keymap(
    "culling mode", named: "culling",
    entries: (0...5).map { count in
      let help = count == 0 ? "no stars" : count == 1 ? "1 star" : "\(count) stars"
      return Entry(.note(.stars(count)), digit(count), help: help, hint: "stars")
    }
      + labelKeys.map { key, label in
        let help = "toggle the label \(label.name)"
        return Entry(.note(.label(label)), key, help: help, hint: "label")
      } + flags)

  private static let flags = [
    Entry(.note(.pick), "p", help: "pick", hint: "pick"),
    Entry(.note(.reject), "x", help: "reject", hint: "reject"),
    Entry(.note(.neither), "U", help: "remove the flag", hint: "unflag"),
    Entry(.survey, "s", help: "compare the burst: reject until one is left", hint: "survey"),
  ]

  fileprivate static let rating =
    [
      Entry(
        (0...5).map { Entry.Way([lead, digit($0)], .note(.stars($0))) },
        help: "rate the marked photos, else this one: 0 to 5 stars", hint: "stars"),
      Entry(
        labelKeys.map { Entry.Way([lead, $0], .note(.label($1))) },
        help: "label red, yellow, green or blue (again to remove)", hint: "label"),
    ]
    + flags.map { flag in
      let keys = flag.sequences.map { [lead] + $0 }
      return Entry(flag.command, sequences: keys, help: flag.help, hint: flag.hint)
    } + [Entry("cull", "K", help: "culling mode on/off: rate with single keys")]

  private static let lead: Key = ";"
  private static let labelKeys: [(Key, CullingLabel)] = [
    ("6", .red), ("7", .yellow), ("8", .green), ("9", .blue),
  ]
  private static func digit(_ count: Int) -> Key { .character(Character("\(count)")) }

  /// The rating keys, or those of some commands, then the layer's keys that do not collide.
  static func culling(
    _ commands: Set<Command>? = nil, over keymap: Keymap, by bindings: KeyBindings
  ) -> Keymap {
    let notes = culling.bound(by: bindings).entries.standing(in: .rating)
      .filter { commands?.contains($0.command) ?? true }
    return keymap.covered(by: notes)
  }

  fileprivate func comparing(isDivided: Bool, by bindings: KeyBindings) -> Keymap {
    let moves = Set(Self.dividerMoves.map(\.command))
    return covered(
      by: Self.comparison.bound(by: bindings).entries.standing(in: .looking)
        .filter { isDivided || !moves.contains($0.command) })
  }

  /// Some entries, then those of this keymap that do not collide, without hints.
  private func covered(by entries: [Entry]) -> Keymap {
    let taken = Set(entries.flatMap(\.ways).map { $0.keys[0] })
    let rest = self.entries.compactMap { entry -> Entry? in
      var entry = entry
      entry.ways.removeAll { taken.contains($0.keys[0]) }
      entry.hint = nil
      return entry.ways.isEmpty ? nil : entry
    }
    return Keymap(title, entries: entries + rest)
  }
}
