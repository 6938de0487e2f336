package import Catalogs
package import ImagePipeline

/// A second consumer of the grid's selection, such as the viewer.
@MainActor
package protocol SelectionFollowing: AnyObject {
  /// Its cells, which the grid binds, resets and retries before its own.
  var cells: [PhotoCell] { get }

  var shownIDs: Set<PhotoID> { get }

  /// Follows the grid's selection, and returns the requests for its cells.
  func follow() -> FollowerRequests
}

package struct FollowerRequests {
  /// Requests of visible cells, most urgent first; all other cells are unbound.
  package var shown: [(cell: PhotoCell, request: ImageRequest)] = []
  package var ahead: [ImageRequest] = []

  var all: [ImageRequest] { shown.map(\.request) + ahead }
}
