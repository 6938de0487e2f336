import Imaging

/// The styles of everything but images, for dark and light backgrounds.
nonisolated package struct Theme: Hashable, Sendable {
  /// The names are those of the configuration.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case text
    case name
    case selectedName = "selected-name"
    case selection
    case placeholder, progress
    /// A folder's name, and the ground below it and the covers.
    case card
    case failure
    case truncated, kind, mark, rating
    case redLabel = "red-label"
    case yellowLabel = "yellow-label"
    case greenLabel = "green-label"
    case blueLabel = "blue-label"
    case purpleLabel = "purple-label"
    /// Origin badges for memory and for all other origins.
    case memoryBadge = "memory-badge"
    case loadBadge = "load-badge"
    case quiet
    case navigator
    case navigatorView = "navigator-view"
    case bar
    case emptyBar = "empty-bar"
    case border
    /// Keys, and titles of columns and panels.
    case key
    case heading, group
    /// The status line, and drawn over it key hints, signs of messages, and errors.
    case status, hint, success, warning, problem
    case match
    case cursor
  }

  nonisolated struct Variants: Hashable, Sendable, ExpressibleByStringLiteral {
    let onDark: TextStyle
    let onLight: TextStyle
    /// For 16 colors or none, if the nearest ones are unsuitable.
    let ofFewColors: TextStyle?

    init(_ style: TextStyle, ofFewColors: TextStyle? = nil) {
      self.init(onDark: style, onLight: style, ofFewColors: ofFewColors)
    }

    private init(onDark: TextStyle, onLight: TextStyle, ofFewColors: TextStyle?) {
      (self.onDark, self.onLight, self.ofFewColors) = (onDark, onLight, ofFewColors)
    }

    var bold: Variants {
      func bold(_ style: TextStyle) -> TextStyle {
        TextStyle(style.foreground, on: style.background, style: style.style.union(.bold))
      }
      return Variants(
        onDark: bold(onDark), onLight: bold(onLight), ofFewColors: ofFewColors.map(bold))
    }

    /// Styles as in the configuration, which must be valid.
    init(_ text: String, onLight: String, ofFewColors: String? = nil) {
      onDark = Self.style(text)
      self.onLight = Self.style(onLight)
      self.ofFewColors = ofFewColors.map(Self.style)
    }

    init(stringLiteral text: String) {
      self.init(Self.style(text))
    }

    private static func style(_ text: String) -> TextStyle {
      do throws(StyleError) {
        return try TextStyle(text)
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  private var variants: [Part: Variants]

  init(_ variants: [Part: Variants]) {
    self.variants = variants
  }

  /// The style on a dark background; setting it replaces the style for every terminal.
  package subscript(part: Part) -> TextStyle {
    get { variants[part]?.onDark ?? TextStyle() }
    set { variants[part] = Variants(newValue) }
  }

  /// Whatever the terminal's background is.
  func fixed(onLight: Bool) -> Theme {
    Theme(
      variants.mapValues { variants in
        Variants(onLight ? variants.onLight : variants.onDark, ofFewColors: variants.ofFewColors)
      })
  }

  func style(of part: Part, on form: TileForm) -> TextStyle {
    guard let variants = variants[part] else { return TextStyle() }
    if form.colors == .ansi16 || form.colors == .none, let few = variants.ofFewColors { return few }
    return form.background.isLight ? variants.onLight : variants.onDark
  }
}
