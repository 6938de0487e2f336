internal import Imaging

/// What one character cell shows: which blocks are ink, and the colours of ink and paper.
struct CellSolution: Hashable {
  /// Bit n is set where block n, counted row by row from the top left, has the foreground colour.
  var pattern: Int
  /// The colour of the blocks in the pattern; none where there are none.
  var foreground: RGB?
  /// The colour of the other blocks; none where they show the terminal's background.
  var background: RGB?
}

extension CellSolution {
  /// The solution in the colours that a terminal really shows.
  func shown(in colors: ColorDepth) -> CellSolution {
    CellSolution(
      pattern: pattern, foreground: foreground.map(colors.shown),
      background: background.map(colors.shown))
  }
}

extension ColorDepth {
  /// What a terminal of this depth shows for a colour.
  fileprivate func shown(_ color: RGB) -> RGB {
    guard case .palette(let index) = nearest(to: color).kind else { return color }
    return Palette.rgb(of: index)
  }
}
