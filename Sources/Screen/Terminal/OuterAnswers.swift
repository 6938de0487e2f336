/// What the terminal has answered that tmux is shown on, asked through tmux.
package struct OuterAnswers: Hashable, Sendable {
  /// How far the exchange has come; tmux passes nothing on where it is not told to.
  package var progress = TerminalAnswers.Progress.awaited
  /// The name and the version that it gives itself (XTVERSION); foreign text.
  package var version: String?
  /// Whether it has taken a picture by kitty's graphics protocol.
  package var takesKittyPictures: Bool?

  /// Makes answers of which none has come.
  package init() {}
}
