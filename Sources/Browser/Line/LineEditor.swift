import Terminal

/// A line of text being edited, with a cursor.
///
/// ```swift
/// var line = LineEditor("lake")
/// line.insert(" 2024")
/// line.deleteWord()               // lake
/// ```
struct LineEditor: Hashable {
  private(set) var before: String
  private(set) var after = ""

  /// Maximum length in Unicode scalars.
  private static let limit = 4096

  init(_ text: String = "") {
    before = text
  }

  var text: String { before + after }

  /// Inserts text, with control characters replaced by spaces.
  mutating func insert(_ text: String) {
    let room = max(0, Self.limit - before.unicodeScalars.count - after.unicodeScalars.count)
    before.unicodeScalars += text.unicodeScalars.prefix(room).map { scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
  }

  mutating func deleteBackward() {
    _ = before.popLast()
  }

  mutating func deleteForward() {
    if !after.isEmpty { after.removeFirst() }
  }

  /// Deletes the word before the cursor with trailing spaces; words end at spaces.
  mutating func deleteWord() {
    let spaces = before.reversed().prefix { $0 == " " }.count
    let letters = before.dropLast(spaces).reversed().prefix { $0 != " " }.count
    before.removeLast(spaces + letters)
  }

  mutating func deleteToStart() {
    before = ""
  }

  mutating func moveLeft() {
    if let last = before.popLast() { after = String(last) + after }
  }

  mutating func moveRight() {
    if !after.isEmpty { before.append(after.removeFirst()) }
  }

  mutating func moveWordLeft() {
    let word = Self.wordLength(before.reversed())
    (before, after) = (String(before.dropLast(word)), String(before.suffix(word)) + after)
  }

  mutating func moveWordRight() {
    let word = Self.wordLength(after)
    (before, after) = (before + after.prefix(word), String(after.dropFirst(word)))
  }

  mutating func deleteWordLeft() {
    before.removeLast(Self.wordLength(before.reversed()))
  }

  mutating func deleteWordRight() {
    after.removeFirst(Self.wordLength(after))
  }

  /// Number of characters up to the end of the first word; words consist of letters and digits, as
  /// in readline.
  private static func wordLength(_ text: some Sequence<Character>) -> Int {
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

  mutating func moveToStart() {
    (before, after) = ("", text)
  }

  mutating func moveToEnd() {
    (before, after) = (text, "")
  }
}

extension LineEditor {
  mutating func perform(_ command: Command) -> Bool {
    switch command {
    case .deleteBackward: deleteBackward()
    case .deleteForward: deleteForward()
    case .deleteWord: deleteWord()
    case .deleteToStart: deleteToStart()
    case .left: moveLeft()
    case .right: moveRight()
    case .wordLeft: moveWordLeft()
    case .wordRight: moveWordRight()
    case .deleteWordLeft: deleteWordLeft()
    case .deleteWordRight: deleteWordRight()
    case .lineStart: moveToStart()
    case .lineEnd: moveToEnd()
    default: return false
    }
    return true
  }
}

nonisolated extension Command {
  static let deleteBackward = Command(rawValue: "delete-backward")
  static let deleteForward = Command(rawValue: "delete-forward")
  static let deleteWord = Command(rawValue: "delete-word")
  static let deleteToStart = Command(rawValue: "delete-to-start")
  static let wordLeft = Command(rawValue: "word-left")
  static let wordRight = Command(rawValue: "word-right")
  static let deleteWordLeft = Command(rawValue: "delete-word-left")
  static let deleteWordRight = Command(rawValue: "delete-word-right")
  static let lineStart = Command(rawValue: "line-start")
  static let lineEnd = Command(rawValue: "line-end")
  static let accept = Command(rawValue: "accept")
}

nonisolated extension Keymap {
  static let line = Keymap(
    "a line that is typed", named: "line",
    entries: [
      Entry(.accept, .enter, help: "keep it, and go on with the photos", hint: "keep")
    ] + .editing + [
      Entry(.down, .down, help: "select the photo in the next row"),
      Entry(.up, .up, help: "select the photo in the row before"),
      Entry(.pageDown, .pageDown, help: "one screen of photos down"),
      Entry(.pageUp, .pageUp, help: "one screen of photos up"),
    ])
}

nonisolated extension [Keymap.Entry] {
  static let editing: [Keymap.Entry] = [
    Keymap.Entry(.left, .left, help: "a character to the left"),
    Keymap.Entry(.right, .right, help: "a character to the right"),
    Keymap.Entry(.wordLeft, .alt("b"), .alt(.left), help: "a word to the left"),
    Keymap.Entry(.wordRight, .alt("f"), .alt(.right), help: "a word to the right"),
    Keymap.Entry(.lineStart, .home, .control("a"), help: "to the beginning"),
    Keymap.Entry(.lineEnd, .end, .control("e"), help: "to the end"),
    Keymap.Entry(.deleteBackward, .backspace, help: "delete the character before"),
    Keymap.Entry(.deleteForward, .delete, help: "delete the character under the cursor"),
    Keymap.Entry(.deleteWord, .control("w"), help: "delete the word before"),
    Keymap.Entry(
      .deleteWordLeft, .alt(.backspace), help: "delete to the beginning of the word"),
    Keymap.Entry(.deleteWordRight, .alt("d"), help: "delete to the end of the word"),
    Keymap.Entry(.deleteToStart, .control("u"), help: "delete everything before"),
  ]
}
