package import Imaging

/// What a photo stands on that is looked at by itself, and shows through it where it is transparent.
package enum ViewerBackground: String, CaseIterable, Hashable, Sendable {
  /// The terminal's own.
  case terminal
  /// A very dark grey.
  case dark
  /// A very light grey.
  case light
  /// Squares of two greys behind a photo, and the terminal's own around it.
  case checkered

  /// The colour around a photo; nil for the terminal's own.
  package var color: RGB? {
    switch self {
    case .terminal, .checkered: nil
    case .dark: RGB(24, 24, 24)
    case .light: RGB(238, 238, 238)
    }
  }

  /// The next one, and after the last the first.
  package var next: ViewerBackground {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }

  /// What a photo is drawn with that stands on it: the same where there are no colours.
  func form(on form: TileForm) -> TileForm {
    guard form.colors != .none else { return form }
    var standing = form
    switch self {
    case .terminal: break
    case .dark, .light: standing.characters.backdrop = .color
    case .checkered: standing.characters.backdrop = .checkered
    }
    if let color { standing.background = color }
    return standing
  }
}
