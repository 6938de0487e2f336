/// A program that shows several terminals on one.
package enum Multiplexer: Hashable, Sendable {
  /// GNU screen.
  case screen
  /// tmux.
  case tmux
}
