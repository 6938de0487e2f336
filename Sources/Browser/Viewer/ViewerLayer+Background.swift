import Imaging
import Photos
import Terminal

/// The background behind the photo, which `B` cycles.
extension ViewerLayer {
  func changeBackground() -> LayerOutcome {
    guard below.grid.form.colors != .none else { return .said("there are no colours for that") }
    below.viewing.background = below.viewing.background.next
    viewer.background = below.viewing.background
    return .said("the background is \(below.viewing.background.words)")
  }

  func surroundings(of photo: VisiblePhoto) -> Glyph? {
    photo.background.color.map {
      Glyph(" ", background: below.grid.form.colors.nearest(to: $0))
    }
  }
}

extension ViewerBackground {
  fileprivate var words: String { self == .terminal ? "the terminal's" : rawValue }
}

nonisolated extension Command {
  static let background = Command(rawValue: "background")
}

nonisolated extension Keymap.Entry {
  static let background = Keymap.Entry(
    .background, "B", help: "another background")
}
