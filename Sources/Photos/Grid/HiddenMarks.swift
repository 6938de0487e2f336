import Catalog
import Finding

/// How many marked photos cannot be seen, by what hides them.
package struct HiddenMarks: Hashable, Sendable {
  /// Those that the filter hides.
  package var byFilter = 0
  /// Those behind the top of a folded burst.
  package var inBursts = 0
  /// Those of the folder that is shown that have not been listed again yet.
  package var unlisted = 0
  /// Those of folders that are not shown.
  package var inOtherFolders = 0
  /// Those of the grid, while other photos are shown by themselves.
  package var behindViewer = 0

  /// All of them.
  package var count: Int { byFilter + inBursts + unlisted + inOtherFolders + behindViewer }

  /// Hides nothing.
  package init() {}
}

extension GridViewModel {
  /// The marked photos that cannot be seen, however far one scrolls.
  package var hiddenMarks: HiddenMarks {
    var hidden = HiddenMarks()
    hidden.inOtherFolders = placing.places.marked.count
    guard marks.count > 0 else { return hidden }
    let (arranged, ids) = (arranging.arranged, marks.ids)
    let listed = arranged.unfiltered.entries(among: ids).count
    let shown = arrangement.entries(among: ids)
    var matching = shown.count
    if arranged.stacks != nil {
      matching =
        Arrangement(of: arranged.listing, showing: arranged.shown?.mask).entries(among: ids).count
    }
    hidden.byFilter = listed - matching
    hidden.inBursts = matching - shown.count
    hidden.unlisted = markedHere.count - listed
    if let follower {
      let seen = follower.shownIDs
      hidden.behindViewer = shown.count { !seen.contains($0.id) }
    }
    return hidden
  }
}
