package enum Backdrop: Hashable, Sendable {
  case terminal
  /// A background color that fills all cells of the image.
  case color
  /// A checkerboard behind the image only.
  case checkered
}
