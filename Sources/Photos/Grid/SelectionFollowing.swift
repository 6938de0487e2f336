package import Catalog
package import Pipeline

/// Shows the selected photo of a grid by itself, and perhaps others beside it.
@MainActor
package protocol SelectionFollowing: AnyObject {
  /// Its cells, which the grid binds, resets and retries along with its own, and before them.
  var cells: [PhotoCell] { get }

  /// The photos that it shows, or waits for.
  var shownIDs: Set<PhotoID> { get }

  /// Follows the selection, the arrangement and the layout of the grid, and says what it wants of them.
  func follow() -> FollowerRequests
}

/// What is wanted besides what a grid shows.
package struct FollowerRequests {
  /// What cells are to show, the most wanted first; the others are unbound.
  package var shown: [(cell: PhotoCell, request: ImageRequest)]
  /// What is to be loaded ahead.
  package var ahead: [ImageRequest]

  /// Wants so much, or nothing.
  package init(
    shown: [(cell: PhotoCell, request: ImageRequest)] = [], ahead: [ImageRequest] = []
  ) {
    self.shown = shown
    self.ahead = ahead
  }

  /// All of it, the most wanted first.
  var all: [ImageRequest] { shown.map(\.request) + ahead }
}
