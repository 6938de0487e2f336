import Catalog
import Culling
import Grid
import Terminal
import Viewer

/// The survey: the frames of a burst side by side, of which those that are rejected go, and the last is the pick.
extension ViewerLayer {
  /// Begins it with the burst of the photo that is shown.
  func survey() -> LayerOutcome {
    guard !viewer.isSurveying else { return .handled }
    if let refusal = below.surveyRefusal { return .said(refusal) }
    return viewer.beginSurvey() ? .handled : .ignored
  }

  /// Goes back to what there was before.
  func endSurvey() -> LayerOutcome {
    viewer.endSurvey()
    return isForSurvey ? .close : .handled
  }

  /// Picks the only frame that is left, and ends it.
  func pickLast() -> LayerOutcome {
    let last = viewer.leftFrames.first
    if let entry = below.grid.selectedEntry, entry.id == last {
      _ = below.acting.note(.pick, of: [entry], among: viewer.surveyedCount)
    }
    return endSurvey()
  }
}

/// The same from the grid.
extension GridLayer {
  /// Opens the burst of the selected photo.
  func openSurvey() -> LayerOutcome {
    if let refusal = surveyRefusal { return .said(refusal) }
    return .open(ViewerLayer(surveying: self))
  }

  /// Why nothing can be picked of the burst of the selected photo; nil where something can be.
  var surveyRefusal: String? {
    guard let id = grid.selection.id, grid.selectedPhoto != nil else {
      return "no photo is selected"
    }
    guard grid.findBursts() else {
      return "bursts are being looked for: \(keys[.survey]) again when they have been found"
    }
    let frames = grid.burst(of: id)
    guard frames.count > 1 else { return "this photo is of no burst" }
    let isDone = frames.count { !grid.isRejected($0) } < 2
    return isDone ? "no two frames of this burst are left" : nil
  }
}

nonisolated extension Command {
  static let survey = Command(rawValue: "survey")
}
