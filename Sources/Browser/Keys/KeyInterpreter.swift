import Terminal

struct KeyInterpreter {
  private var typed: [Key] = []
  private var count: Int?

  /// The largest count; more than the photos of any listing.
  static let greatestCount = 99_999_999

  enum Meaning: Hashable {
    case command(Command, count: Int?)
    case unfinished
    /// Escape cancelled what was typed.
    case forgotten
    case unknown([Key])
  }

  var pending: String {
    (count.map(String.init) ?? "") + typed.map(\.description).joined()
  }

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
