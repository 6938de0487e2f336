/// The keys that help where somebody is: three of them, each until it has been used.
struct KeyHints {
  /// What is said of keys that have been used, as it was said.
  private var used: Set<String> = []

  private static let limit = 3
  private static let help = "? keys"

  /// What is left to be said of a layer's keys, and of two that always help.
  /// - Parameters:
  ///   - keymap: The keys of the layer on top.
  ///   - isLast: Whether nothing is left when that is closed.
  /// - Returns: Keys, each with a word; none once all of them have been used.
  func shown(of keymap: Keymap, isLast: Bool) -> [String] {
    let always = [Self.help, Self.leaving(isLast)].filter { !used.contains($0) }
    let own = keymap.hints.filter { !used.contains($0) && !always.contains($0) }
    return own.prefix(Self.limit - 2) + always
  }

  /// Hears that a key has been used there.
  mutating func note(_ command: Command, in keymap: Keymap, isLast: Bool) {
    switch command {
    case .help: used.insert(Self.help)
    case .back, .quit: used.insert(Self.leaving(isLast))
    default: break
    }
    let words = keymap.entries.filter { $0.ways.contains { $0.command == command } }
      .compactMap(\.hint)
    used.formUnion(keymap.hints.filter { hint in words.contains { hint.hasSuffix(" \($0)") } })
  }

  private static func leaving(_ isLast: Bool) -> String { isLast ? "q quit" : "q back" }
}
