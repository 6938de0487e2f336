/// The actual key bindings of a layer and of the browser, for lookup and for messages.
///
/// ```swift
/// .said("no photo is marked: \(keys[.mark]) marks one")
/// ```
nonisolated package struct BoundKeys: Sendable {
  package let keymap: Keymap
  private let everywhere: Keymap

  package init(_ keymap: Keymap) {
    self.init(keymap, everywhere: .everywhere)
  }

  private init(_ keymap: Keymap, everywhere: Keymap) {
    self.keymap = keymap
    self.everywhere = everywhere
  }

  package func bound(by bindings: KeyBindings) -> BoundKeys {
    BoundKeys(keymap.bound(by: bindings), everywhere: everywhere.bound(by: bindings))
  }

  func culling(by bindings: KeyBindings = KeyBindings()) -> BoundKeys {
    BoundKeys(.culling(over: keymap, by: bindings), everywhere: everywhere)
  }

  /// The key for a command, such as `m`, or what to type in the command line if it has none:
  /// `:mark`.
  package subscript(command: Command) -> String { key(for: command) ?? line(for: command) }

  func line(for command: Command) -> String {
    "\(key(for: .commandLine) ?? ":")\(command.rawValue)"
  }

  /// The key with a word for a line of hints, such as `Esc close`; nil if the command has none.
  package func hint(_ command: Command, _ word: String) -> String? {
    key(for: command).map { "\($0) \(word)" }
  }

  func hints(besides command: Command, _ word: String) -> [String] {
    keymap.hints + [hint(command, word)].compactMap(\.self)
  }

  private func key(for command: Command) -> String? { [keymap, everywhere].keys(for: command) }
}
