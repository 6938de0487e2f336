/// What was done with the mouse.
package enum MouseAction: Hashable, Sendable {
  /// The left button was pressed and let go.
  case click
  /// A second click at once at the same place.
  case doubleClick
  case wheelUp
  case wheelDown
}
