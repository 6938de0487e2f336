/// What the cells of one side look like at one moment, by their places on the screen.
struct RaceGridState {
  /// The cells in the order of their places, row by row.
  let cells: [RaceCellState]
}
