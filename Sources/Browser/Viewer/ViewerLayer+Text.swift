import Photos
import Terminal

/// Hiding all text, with `b`, so the image uses the whole screen.
extension ViewerLayer {
  /// Whether no text is drawn over or beside the image.
  ///
  /// Everything drawn over the photo must check this. Replies to keys, questions and loading errors
  /// are still shown.
  var hidesText: Bool { below.viewing.hidesText }

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
