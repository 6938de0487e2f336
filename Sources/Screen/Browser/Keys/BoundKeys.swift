/// The keys of a layer and those of the browser as they are really bound, and what texts call them by.
///
/// ```swift
/// .said("no photo is marked: \(keys[.mark]) marks one")
/// ```
nonisolated package struct BoundKeys: Sendable {
  /// The keys of the layer.
  package let keymap: Keymap
  private let everywhere: Keymap

  /// Takes what the program brings for a layer.
  package init(_ keymap: Keymap) {
    self.init(keymap, everywhere: .everywhere)
  }

  private init(_ keymap: Keymap, everywhere: Keymap) {
    self.keymap = keymap
    self.everywhere = everywhere
  }

  /// The same keys with what a user has bound.
  package func bound(by bindings: KeyBindings) -> BoundKeys {
    BoundKeys(keymap.bound(by: bindings), everywhere: everywhere.bound(by: bindings))
  }

  /// The same keys while photos are rated one after another.
  func culling(by bindings: KeyBindings = KeyBindings()) -> BoundKeys {
    BoundKeys(.culling(over: keymap, by: bindings), everywhere: everywhere)
  }

  /// The key that asks for a command: `m`; where none does, what is typed in the command line: `:mark`.
  package subscript(command: Command) -> String { key(for: command) ?? line(for: command) }

  /// What is typed to ask for a command by its name.
  func line(for command: Command) -> String {
    "\(key(for: .commandLine) ?? ":")\(command.rawValue)"
  }

  /// The key that asks for a command, with a word for a line of keys: `Esc close`; nil where none does.
  package func hint(_ command: Command, _ word: String) -> String? {
    key(for: command).map { "\($0) \(word)" }
  }

  /// The line of keys of the layer, and at its end the key that asks for another command.
  func hints(besides command: Command, _ word: String) -> [String] {
    keymap.hints + [hint(command, word)].compactMap(\.self)
  }

  private func key(for command: Command) -> String? { [keymap, everywhere].keys(for: command) }
}
