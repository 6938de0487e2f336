/// A key reported by a terminal, or a typed character.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A lower case letter.
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
  indirect case alt(Key)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }
}
