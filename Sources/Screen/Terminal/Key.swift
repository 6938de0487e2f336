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
  /// Alt and a key.
  indirect case alt(Key)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that types a character: `"j"`.
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}
