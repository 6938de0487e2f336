/// A line of text being edited; the cursor is between `before` and `after`.
nonisolated struct LineEditor: Hashable, Sendable {
  var before: String
  var after: String

  private static let maxScalars = 4096

  init(_ before: String = "", after: String = "") {
    (self.before, self.after) = (before, after)
  }

  var text: String { before + after }

  /// Inserts text, with control characters replaced by spaces.
  mutating func insert(_ text: String) {
    let room = max(0, Self.maxScalars - before.unicodeScalars.count - after.unicodeScalars.count)
    before.unicodeScalars += text.unicodeScalars.prefix(room).map { scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
  }

  /// Characters up to the end of the first word: letters and digits, as in readline.
  static func wordLength(_ text: some Sequence<Character>) -> Int {
    var length = 0
    var isInWord = false
    for character in text {
      let isWord = character.isLetter || character.isNumber
      if isInWord, !isWord { break }
      isInWord = isWord
      length += 1
    }
    return length
  }
}
