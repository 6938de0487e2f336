package import Imaging

package enum Key: Hashable, Sendable {
  case character(Character)
  /// A lower case letter.
  case control(Character)
  case up, down, left, right, home, end, pageUp, pageDown, enter, escape, backspace, tab
  case backTab
  case delete
  /// 1 to 12.
  case function(Int)
  indirect case alt(Key)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}

extension Key: CustomStringConvertible {
  private static let names: [(key: Key, name: String)] =
    [
      (.character(" "), "Space"), (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"),
      (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.enter, "Enter"),
      (.escape, "Esc"), (.backspace, "Backspace"), (.tab, "Tab"),
      (.backTab, "Shift-Tab"), (.delete, "Del"),
    ] + (1...12).map { (.function($0), "F\($0)") }

  /// As in help texts and key scripts: `j`, `Ctrl-f`, `Alt-b`, `PgDn`.
  package var description: String {
    switch self {
    case .control(let letter): "Ctrl-\(letter)"
    case .alt(let key): "Alt-\(key)"
    case .character(let character) where character != " ": String(character)
    default: Self.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// Ignores case in names and modifiers; vim's `C-f` means `Ctrl-f`.
  ///
  /// Nil if `text` is not a key.
  package init?(parsing text: some StringProtocol) {
    if let character = text.first, text.dropFirst().isEmpty {
      self = .character(character)
    } else if let named = Self.names.first(where: { $0.name.lowercased() == text.lowercased() }) {
      self = named.key
    } else if let prefix = ["ctrl-", "c-"].first(where: text.lowercased().hasPrefix),
      let letter = text.dropFirst(prefix.count).first, text.count == prefix.count + 1,
      let lower = letter.lowercased().first, ("a"..."z").contains(lower)
    {
      self = .control(lower)
    } else if text.lowercased().hasPrefix("alt-"), let key = Key(parsing: text.dropFirst(4)) {
      if case .alt = key { return nil }
      self = .alt(key)
    } else {
      return nil
    }
  }
}

extension [Key] {
  /// Parses keys in vim's notation: `jj5l<Enter><C-f>`; nil if a name in brackets is not a key.
  ///
  /// `<lt>` is the key `<`.
  package init?(parsing text: some StringProtocol) {
    self = []
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "<" else {
        append(.character(first))
        continue
      }
      guard let end = rest.firstIndex(of: ">"),
        let key = rest[..<end] == "lt" ? Key.character("<") : Key(parsing: rest[..<end])
      else { return nil }
      append(key)
      rest = rest[rest.index(after: end)...]
    }
  }
}

package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// Pasted text, which is never a command; unsanitized.
  case paste(String)
  case mouse(MouseAction, at: CellPoint)
  case focused
  case resize(CellSize)
  case background(RGB)
  /// Images are required in another form.
  case capabilitiesChanged
  case advice(String)
  case stopAsked
  case resumed
  /// The terminal is gone, or requested the end of the program.
  case closed
}

package enum MouseAction: Hashable, Sendable {
  case click
  /// A second click in quick succession at the same place.
  case doubleClick
  /// Moved with the left button down, by cells to the right and down since the last report.
  case drag(columns: Int, rows: Int)
  /// A gesture that may drag something out of the window; reported where it began.
  case dragOut
  case wheelUp, wheelDown, mark
  /// Of a trackpad, or of a wheel that tilts.
  case wheelLeft, wheelRight
  /// Moved to another cell with the right button down.
  case markDrag
}
