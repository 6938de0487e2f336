import Catalogs
package import Imaging

extension PhotoViewer {
  package static var paneLimit: Int { PaneLayout.limit }

  /// Compares the selected photo with the following ones, or the preceding ones at the end.
  ///
  /// `count` is limited to 2...`paneLimit`. False if there is no other photo.
  package func compare(_ count: Int) -> Bool {
    let photos = grid.arrangement.photoIndices
    let count = min(max(2, count), Self.paneLimit, photos.count)
    guard count > 1, !isComparing else { return false }
    let first = min(grid.selection.index, photos.upperBound - count)
    compare(Array(first..<first + count))
    return true
  }

  /// Compares the marked photos, if there are 2...`paneLimit`; focuses the selected one, or the
  /// first.
  package func compareMarked() -> Bool {
    guard !isComparing, (2...Self.paneLimit).contains(grid.marks.count) else { return false }
    let entries = grid.arrangement
    let marked = entries.indices.filter { grid.marks.contains(entries[$0].id) }
    guard marked.count > 1 else { return false }
    if !marked.contains(grid.selection.index) { grid.select(marked[0]) }
    compare(marked)
    return true
  }

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

  /// Moves the focus to the next pane, wrapping around; back if negative.
  package func focusNext(by steps: Int = 1) {
    focus(on: ((focus + steps) % panes.count + panes.count) % panes.count)
  }

  package func focus(at point: CellPoint) {
    if let index = frames.firstIndex(where: { $0.contains(point) }) { focus(on: index) }
  }

  package func endComparison() {
    guard !isSurveying else { return endSurvey() }
    for pane in panes where pane !== panes[focus] { pane.cell.unbind() }
    (panes, focus) = ([panes[focus]], 0)
    resize()
    grid.followAgain()
  }

  /// Selects another photo, skipping those in other panes; in a survey, moves the focus.
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

  /// Closes panes whose photos are gone, or equal to the focused one.
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
