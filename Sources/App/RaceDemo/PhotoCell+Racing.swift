import Grid
import Pipeline

/// The browser's own cell takes part as it is.
extension PhotoCell: RacingCell {
  /// Binds, or where the photo is bound already resets; the answer goes to the view model that asked.
  ///
  /// The path keeps that view model alive, as a shared load may: its going must not be what saves
  /// the cell.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath {
    if viewModel?.request == request { reset() } else { bind(request, loader: loader) }
    guard let viewModel else { return { _ in } }
    let load = viewModel.currentLoad
    return { viewModel.receive($0, ofLoad: load) }
  }
}
