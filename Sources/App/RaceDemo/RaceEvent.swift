package import Terminal

/// What the demo's loop is woken by.
package enum RaceEvent: Hashable, Sendable {
  /// The user or the terminal did something.
  case terminal(TerminalEvent)
  /// It is time for the next event of the story.
  case tick
}
