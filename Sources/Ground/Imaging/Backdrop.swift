/// What is seen where a picture is transparent.
package enum Backdrop: Hashable, Sendable {
  /// The terminal's own background, which shows through.
  case terminal
  /// The background of the form, which fills all character cells that the picture touches.
  case color
  /// Squares of two greys, behind the picture alone.
  case checkered
}
