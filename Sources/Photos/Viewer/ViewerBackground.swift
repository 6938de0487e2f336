package import Imaging

package enum ViewerBackground: String, CaseIterable, Hashable, Sendable {
  case terminal
  case dark
  case light
  /// Gray squares behind a photo, the terminal's background around it.
  case checkered

  /// The color around a photo; nil for the terminal's own.
  package var color: RGB? {
    switch self {
    case .terminal, .checkered: nil
    case .dark: RGB(24, 24, 24)
    case .light: RGB(238, 238, 238)
    }
  }

  package var next: ViewerBackground {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }

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
