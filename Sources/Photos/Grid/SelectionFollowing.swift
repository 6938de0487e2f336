package import Pipeline

/// Shows the selected photo of a grid in a cell of its own, besides the grid.
@MainActor
package protocol SelectionFollowing: AnyObject {
  /// The cell, which the grid binds, resets and retries along with its own, and before them.
  var cell: PhotoCell { get }

  /// What is wanted before anything that the grid shows: first what the cell shows, then what is to
  /// be loaded ahead. Empty where there are no photos.
  var requests: [ImageRequest] { get }
}
