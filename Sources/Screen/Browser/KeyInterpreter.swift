import Terminal

/// Reads keys one by one and says which command they make, and how often.
struct KeyInterpreter {
  private let keymap: Keymap
  private var typed: [Key] = []
  /// The count typed so far, if any.
  private var count: Int?

  /// The greatest count: more photos than a terminal browser will ever show.
  private static let greatestCount = 99_999_999

  init(keymap: Keymap) {
    self.keymap = keymap
  }

  /// A command and the count typed before it.
  struct Order: Hashable {
    var command: Command
    var count: Int?
  }

  /// What has been typed of a command that is not whole yet, to be shown.
  var pending: String {
    (count.map(String.init) ?? "") + typed.map(\.description).joined()
  }

  /// Takes a key; keys that mean nothing are forgotten together with what was typed before them.
  mutating func interpret(_ key: Key) -> Order? {
    if typed.isEmpty, let digit = digit(key) {
      count = min((count ?? 0) * 10 + digit, Self.greatestCount)
      return nil
    }
    typed.append(key)
    switch keymap.match(typed) {
    case .command(let command):
      defer { forget() }
      return Order(command: command, count: count)
    case .prefix:
      return nil
    case .nothing:
      forget()
      return nil
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
