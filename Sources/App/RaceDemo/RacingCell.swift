import Grid
import Pipeline

/// A cell of either side, as the race sees it.
@MainActor
protocol RacingCell: AnyObject {
  /// What the cell shows.
  var content: CellContent { get }

  /// Shows a photo from now on and begins to load it; again, where it is the photo already.
  /// - Parameters:
  ///   - request: What to load.
  ///   - loader: What is asked for it.
  /// - Returns: The way of the answer to this load, open however late it comes.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath
}

/// How an answer reaches the cell that asked for it.
typealias AnswerPath = @MainActor (ImageResponse) -> Void
