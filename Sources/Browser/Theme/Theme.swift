import Imaging

/// The styles of everything but images, for dark and light backgrounds.
///
/// ```swift
/// var theme = Theme.builtIn("quiet") ?? .terminal
/// theme[.failure] = try Look("bold #ff8800")
/// ```
nonisolated package struct Theme: Hashable, Sendable {
  /// The elements that have a style, with their names in the configuration.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case text
    case name
    case selectedName = "selected-name"
    case selection
    case placeholder, progress
    case failure
    /// Marks on images: incomplete, animated or video, marked, rated.
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
    /// The navigator of a zoomed photo, and the visible part in it.
    case navigator
    case navigatorView = "navigator-view"
    case bar
    case emptyBar = "empty-bar"
    case border
    /// Keys, and titles of columns and panels.
    case key
    case heading, group
    /// The status line, and drawn over it key hints and errors in typed lines.
    case status, hint, problem
    case match
    /// The character under the cursor of a typed line, drawn over its style.
    case cursor
  }

  /// Variants of a style for different terminals.
  struct Looks: Hashable, Sendable {
    var onDark: Look
    var onLight: Look
    /// For 16 colors, if the nearest ones are unsuitable.
    var ofFewColors: Look?

    init(_ look: Look, onLight: Look? = nil, ofFewColors: Look? = nil) {
      onDark = look
      self.onLight = onLight ?? look
      self.ofFewColors = ofFewColors
    }
  }

  private var looks: [Part: Looks]

  init(_ looks: [Part: Looks]) {
    self.looks = looks
  }

  /// The style on a dark background; setting it replaces the style for every terminal.
  package subscript(part: Part) -> Look {
    get { looks[part]?.onDark ?? Look() }
    set { looks[part] = Looks(newValue) }
  }

  func look(of part: Part, on form: TileForm) -> Look {
    guard let looks = looks[part] else { return Look() }
    if form.colors == .ansi16, let few = looks.ofFewColors { return few }
    return form.background.isLight ? looks.onLight : looks.onDark
  }
}
