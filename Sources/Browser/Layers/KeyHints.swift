/// Chooses up to three key hints for the current layer, each until it has been used.
struct KeyHints {
  private var used: Set<String> = []

  private static let limit = 3

  func shown(in keymaps: [Keymap], isRoot: Bool) -> [String] {
    let always = [Self.help(in: keymaps), Self.leaving(keymaps, isRoot)].compactMap(\.self)
      .filter { !used.contains($0) }
    let own = keymaps[0].hints.filter { !used.contains($0) && !always.contains($0) }
    return own.prefix(Self.limit - 2) + always
  }

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
