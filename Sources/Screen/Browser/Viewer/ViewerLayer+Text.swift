import Terminal
import Viewer

/// The photo without a word: `b` takes every text away, and the picture has the whole screen.
extension ViewerLayer {
  /// Whether nothing is to be written over the picture, nor beside it.
  ///
  /// Whatever draws over the photo asks. What somebody must know is said all the same: an answer to a
  /// key, a question, why there is no picture.
  var hidesText: Bool { below.viewing.hidesText }

  /// Hides every text, or shows it again.
  func toggleText() -> LayerOutcome {
    below.viewing.hidesText.toggle()
    viewer.hidesText = hidesText
    panels.areHidden = hidesText
    return .handled
  }
}

nonisolated extension Command {
  static let toggleText = Command(rawValue: "toggle-text")
}

nonisolated extension Keymap.Entry {
  static let toggleText = Keymap.Entry(
    .toggleText, "b", help: "hide every text, or show it again")
}
