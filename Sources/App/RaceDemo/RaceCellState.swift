import Grid

/// A cell at one moment: the photo that belongs there, and the picture that is there.
struct RaceCellState {
  /// The cell's number, from 1.
  let cell: Int
  /// The photo that belongs there.
  let number: PhotoNumber?
  let content: CellContent
  /// The number in the picture that is shown, if one is.
  let shown: PhotoNumber?

  /// Whether another photo is shown than belongs there.
  var isWrong: Bool { shown != nil && shown != number }
}
