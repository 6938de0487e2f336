import Terminal

/// Reads keys one by one and says which command they make, and how often.
struct KeyInterpreter {
  private var typed: [Key] = []
  /// The count typed so far, if any.
  private var count: Int?

  /// The greatest count: more photos than a terminal browser will ever show.
  static let greatestCount = 99_999_999

  /// What a key means after those typed before it.
  enum Meaning: Hashable {
    /// A command, and the count typed before it.
    case command(Command, count: Int?)
    /// More keys are needed.
    case unfinished
    /// Nothing: all that was typed is forgotten.
    case forgotten
    /// Keys that nobody knows; all that was typed is forgotten.
    case unknown([Key])
  }

  /// What has been typed of a command that is not whole yet, to be shown.
  var pending: String {
    (count.map(String.init) ?? "") + typed.map(\.description).joined()
  }

  /// The ways to go on from what has been typed; none where nothing of a command has been.
  func ways(in keymaps: [Keymap]) -> [String] {
    guard !typed.isEmpty else { return [] }
    return keymaps.first { $0.match(typed) == .prefix }?.hints(after: typed) ?? []
  }

  /// Takes a key.
  /// - Parameters:
  ///   - key: The key.
  ///   - keymaps: The keymaps in force; the first that knows the keys decides.
  /// - Returns: What it means.
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

  /// Forgets a count and what was typed of a command.
  mutating func forget() {
    typed = []
    count = nil
  }

  /// The digit a key adds to a count; a count does not begin with zero.
  private func digit(_ key: Key) -> Int? {
    guard case .character(let character) = key, character.isASCII,
      let digit = character.wholeNumberValue, digit > 0 || count != nil
    else { return nil }
    return digit
  }
}
