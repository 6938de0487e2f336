package import Catalogs

/// Surveys: picking one frame of a burst by rejecting the others, side by side.
extension PhotoViewer {
  package var isSurveying: Bool { survey != nil }

  /// Frames not rejected yet; empty without a survey.
  package var leftFrames: [PhotoID] { survey?.frames.filter { !grid.isRejected($0) } ?? [] }

  package var surveyedCount: Int { survey?.frames.count ?? 0 }

  /// Surveys the burst of the selected photo; false if fewer than two frames are left.
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

  /// Moves the focus to the next frame that is left, before the current one is replaced.
  package func passOnInSurvey() {
    let left = leftFrames
    let others = (1..<max(1, panes.count)).map { (focus + $0) % panes.count }
    if let next = others.first(where: { panes[$0].id.map(left.contains) == true }) {
      focusNext(by: next - focus)
    } else if let next = left.first {
      select(next)
    }
  }

  /// Restores the view and selection from before the survey.
  package func endSurvey() {
    guard let survey else { return }
    self.survey = nil
    keepOnlyFocused()
    select(survey.origin)
    if survey.wasFolded { _ = grid.foldStack() }
    grid.followAgain()
  }

  /// Replaces rejected frames by waiting ones.
  ///
  /// Selecting a photo outside the burst ends the survey.
  func followSurvey() {
    guard let survey, let selected = grid.selection.id else { return }
    guard survey.frames.contains(selected) else {
      self.survey = nil
      return keepOnlyFocused()
    }
    let (arrangement, near) = (grid.arrangement, grid.selection.index)
    // The selected photo stays until another one is selected.
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

  private static func first(_ left: [PhotoID], with selected: PhotoID) -> [PhotoID] {
    let others = left.filter { $0 != selected }.prefix(paneLimit - 1)
    return left.filter { $0 == selected || others.contains($0) }
  }

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
