import Catalogs

/// Number of marked photos that are not visible, by reason.
package struct HiddenMarks: Hashable, Sendable {
  package var byFilter = 0
  package var inBursts = 0
  /// Not listed again yet since the folder was entered.
  package var unlisted = 0
  package var inOtherFolders = 0
  package var behindViewer = 0

  package var count: Int { byFilter + inBursts + unlisted + inOtherFolders + behindViewer }
}

extension GridViewModel {
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
