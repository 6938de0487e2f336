import Catalogs
import Photos

/// The survey: frames of a burst side by side; rejected ones disappear, and the last one is picked.
extension ViewerLayer {
  func survey() -> LayerOutcome {
    guard !viewer.isSurveying else { return .handled }
    if let refusal = below.surveyRefusal { return .said(refusal) }
    return viewer.beginSurvey() ? .handled : .ignored
  }

  func endSurvey() -> LayerOutcome {
    viewer.endSurvey()
    return isForSurvey ? .close : .handled
  }

  func pickLast() -> LayerOutcome {
    let last = viewer.leftFrames.first
    if let entry = below.grid.selectedEntry, entry.id == last {
      _ = below.acting.note(.pick, of: [entry], among: viewer.surveyedCount)
    }
    return endSurvey()
  }
}

extension GridLayer {
  func openSurvey() -> LayerOutcome {
    if let refusal = surveyRefusal { return .said(refusal) }
    return .open(ViewerLayer(surveying: self))
  }

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
