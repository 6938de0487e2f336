import Catalog
import Grid
package import Imaging

/// Several photos side by side.
extension PhotoViewer {
  /// The most photos that stand beside one another.
  package static var paneLimit: Int { PaneLayout.limit }

  /// Shows the selected photo and those after it beside one another, or before it where it is the last.
  /// - Parameter count: How many, 2 at least and ``paneLimit`` at most; fewer where there are no more.
  /// - Returns: Whether there is another photo to show.
  package func compare(_ count: Int) -> Bool {
    let photos = grid.arrangement.photoIndices
    let count = min(max(2, count), Self.paneLimit, photos.count)
    guard count > 1, !isComparing else { return false }
    let first = min(grid.selection.index, photos.upperBound - count)
    compare(Array(first..<first + count))
    return true
  }

  /// Shows the marked photos beside one another, where they are two at least and ``paneLimit`` at most; the
  /// selected one, or else the first of them, is the one that keys are meant for.
  /// - Returns: Whether they are.
  package func compareMarked() -> Bool {
    guard !isComparing, (2...Self.paneLimit).contains(grid.marks.count) else { return false }
    let entries = grid.arrangement
    let marked = entries.indices.filter { grid.marks.contains(entries[$0].id) }
    guard marked.count > 1 else { return false }
    if !marked.contains(grid.selection.index) { grid.select(marked[0]) }
    compare(marked)
    return true
  }

  /// Shows the photos at indices of the arrangement, of which the selected one is one.
  private func compare(_ indices: [Int]) {
    let old = panes[0]
    panes = indices.map { index in
      index == grid.selection.index
        ? old : pane(of: grid.arrangement[index].id, at: index)
    }
    focus = indices.firstIndex(of: grid.selection.index) ?? 0
    resize()
    grid.followAgain()
  }

  /// Means keys for the next photo of those that are compared, or for the first after the last; with a negative number
  /// for one before.
  package func focusNext(by steps: Int = 1) {
    focus(on: ((focus + steps) % panes.count + panes.count) % panes.count)
  }

  /// Means keys for the photo at a place in the area, where there is one.
  package func focus(at point: CellPoint) {
    if let index = frames.firstIndex(where: { $0.contains(point) }) { focus(on: index) }
  }

  /// Shows the photo alone that keys are meant for.
  package func endComparison() {
    guard !isSurveying else { return endSurvey() }
    for pane in panes where pane !== panes[focus] { pane.cell.unbind() }
    (panes, focus) = ([panes[focus]], 0)
    resize()
    grid.followAgain()
  }

  /// Goes to another photo, past those beside it; in a survey to another of these.
  /// - Parameter steps: How many photos on, or with a negative number back.
  package func step(by steps: Int) {
    guard !isSurveying else { return focusNext(by: steps) }
    let (entries, others) = (grid.arrangement, Set(otherPanes.compactMap(\.id)))
    var (index, left) = (grid.selection.index, abs(steps))
    var aim = index
    while left > 0, entries.photoIndices.contains(index + steps.signum()) {
      index += steps.signum()
      guard !others.contains(entries[index].id) else { continue }
      (aim, left) = (index, left - 1)
    }
    grid.select(aim)
  }

  private func focus(on index: Int) {
    guard index != focus, let aim = aim(of: panes[index]) else { return }
    (panes[focus].id, panes[focus].index) = (grid.selection.id, grid.selection.index)
    focus = index
    grid.select(aim.index)
  }

  /// Lets those go whose photos are no more, or are shown by the pane that has the focus.
  func closeLostPanes() {
    let focused = panes[focus]
    let lost = otherPanes.filter { pane in
      pane.id == grid.selection.id || aim(of: pane) == nil
    }
    guard !lost.isEmpty else { return }
    for pane in lost { pane.cell.unbind() }
    panes.removeAll { pane in lost.contains { $0 === pane } }
    focus = panes.firstIndex { $0 === focused } ?? 0
    resize()
  }

  var otherPanes: [PhotoPane] { panes.filter { $0 !== panes[focus] } }
}
