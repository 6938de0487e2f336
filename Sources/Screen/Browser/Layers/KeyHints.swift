/// The keys that help where somebody is: three of them, each until it has been used.
struct KeyHints {
  /// What is said of keys that have been used, as it was said.
  private var used: Set<String> = []

  private static let limit = 3

  /// What is left to be said of the keys of the layer on top, and of two that always help.
  /// - Parameters:
  ///   - keymaps: The keymaps in force, that of the layer on top first.
  ///   - isRoot: Whether that layer is the lowest one, which ends the program.
  /// - Returns: Keys, each with a word; none once all of them have been used.
  func shown(in keymaps: [Keymap], isRoot: Bool) -> [String] {
    let always = [Self.help(in: keymaps), Self.leaving(keymaps, isRoot)].compactMap(\.self)
      .filter { !used.contains($0) }
    let own = keymaps[0].hints.filter { !used.contains($0) && !always.contains($0) }
    return own.prefix(Self.limit - 2) + always
  }

  /// Hears that a key has been used there.
  mutating func note(_ command: Command, in keymaps: [Keymap], isRoot: Bool) {
    switch command {
    case .help: Self.help(in: keymaps).map { _ = used.insert($0) }
    case .back, .quit: Self.leaving(keymaps, isRoot).map { _ = used.insert($0) }
    default: break
    }
    let words = keymaps[0].entries.filter { $0.ways.contains { $0.command == command } }
      .compactMap(\.hint)
    let hints = keymaps[0].hints
    used.formUnion(hints.filter { hint in words.contains { hint.hasSuffix(" \($0)") } })
  }

  private static func help(in keymaps: [Keymap]) -> String? {
    keymaps.keys(for: .help).map { "\($0) keys" }
  }

  private static func leaving(_ keymaps: [Keymap], _ isRoot: Bool) -> String? {
    let quit = keymaps.keys(for: isRoot ? .back : .quit).map { "\($0) quit" }
    return quit ?? keymaps.keys(for: .back).map { "\($0) back" }
  }
}
