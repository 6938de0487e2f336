/// A key as a terminal reports it, or a character that was typed.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Control and a letter, in lower case.
  case control(Character)
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  case enter
  case escape
  case backspace
  case tab
  case delete
}

extension Key: CustomStringConvertible {
  /// The key as help texts and key scripts write it: `j`, `Ctrl-f`, `PgDn`.
  package var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character)"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .enter: "Enter"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .tab: "Tab"
    case .delete: "Del"
    }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that types a character: `"j"`.
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}
