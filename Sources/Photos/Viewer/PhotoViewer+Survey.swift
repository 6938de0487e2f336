package import Catalog
import Grid

/// Picking one frame of a burst by rejecting the others, side by side.
extension PhotoViewer {
  /// Whether that is being done.
  package var isSurveying: Bool { survey != nil }

  /// The frames of the burst that nobody has rejected; none where there is no survey.
  package var leftFrames: [PhotoID] { survey?.frames.filter { !grid.isRejected($0) } ?? [] }

  /// How many frames the survey began with.
  package var surveyedCount: Int { survey?.frames.count ?? 0 }

  /// Shows the frames of the burst that the selected photo is of, as many as there is room for; the others wait.
  /// - Returns: False where it is of none, or no two frames of it are left.
  package func beginSurvey() -> Bool {
    guard !isSurveying, let id = grid.selection.id else { return false }
    let frames = grid.burst(of: id).filter { !grid.isRejected($0) }
    guard frames.count > 1 else { return false }
    keepOnlyFocused()
    survey = Survey(frames: frames, origin: id, wasFolded: grid.openStack())
    if !frames.contains(id) { select(frames[0]) }
    grid.followAgain()
    return true
  }

  /// Means keys for the next frame that is left, which the one before leaves its place to another.
  package func passOnInSurvey() {
    let left = leftFrames
    let others = (1..<max(1, panes.count)).map { (focus + $0) % panes.count }
    if let next = others.first(where: { panes[$0].id.map(left.contains) == true }) {
      focusNext(by: next - focus)
    } else if let next = left.first {
      select(next)
    }
  }

  /// Shows what was shown before, with that selected.
  package func endSurvey() {
    guard let survey else { return }
    self.survey = nil
    keepOnlyFocused()
    select(survey.origin)
    if survey.wasFolded { _ = grid.foldStack() }
    grid.followAgain()
  }

  /// Takes the frames away that somebody has rejected, and brings those that have waited.
  ///
  /// Whoever goes to a photo outside the burst has left it.
  func followSurvey() {
    guard let survey, let selected = grid.selection.id else { return }
    guard survey.frames.contains(selected) else {
      self.survey = nil
      return keepOnlyFocused()
    }
    let (arrangement, near) = (grid.arrangement, grid.selection.index)
    // The selected photo stays until another one is.
    let left = survey.frames.filter { frame in
      frame == selected
        || !grid.isRejected(frame) && arrangement.index(of: frame, near: near) != nil
    }
    var shown = panes.compactMap(id)
    if shown.count == 1 { shown = Self.first(left, with: selected) }
    let wanted = Survey.places(after: shown, left: left, limit: Self.paneLimit)
    guard wanted != panes.compactMap(id) else { return }
    show(wanted)
  }

  /// The frames that a survey begins with, of which the selected one is one.
  private static func first(_ left: [PhotoID], with selected: PhotoID) -> [PhotoID] {
    let others = left.filter { $0 != selected }.prefix(paneLimit - 1)
    return left.filter { $0 == selected || others.contains($0) }
  }

  /// Gives each photo a pane, which it keeps if it has one.
  private func show(_ wanted: [PhotoID]) {
    let (old, focused) = (panes, panes[focus])
    panes = wanted.map { wanted in
      old.first { id(of: $0) == wanted } ?? pane(of: wanted, at: grid.selection.index)
    }
    for pane in old where !panes.contains(where: { $0 === pane }) { pane.cell.unbind() }
    focus = panes.firstIndex { $0 === focused } ?? 0
    if panes.count != old.count { resize() }
  }

  private func select(_ id: PhotoID) {
    let grid = grid
    if let index = grid.arrangement.index(of: id, near: grid.selection.index) { grid.select(index) }
  }

  private func keepOnlyFocused() {
    guard isComparing else { return }
    for pane in otherPanes { pane.cell.unbind() }
    (panes, focus) = ([panes[focus]], 0)
    resize()
  }
}
