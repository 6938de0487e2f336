import Imaging

/// How everything but pictures looks: a look for each part of the screen, on dark and on light backgrounds.
///
/// ```swift
/// var theme = Theme.builtIn("quiet") ?? .terminal
/// theme[.failure] = try Look("bold #ff8800")
/// ```
nonisolated package struct Theme: Hashable, Sendable {
  /// What can be given a look, by the names that people write.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    /// What is written anywhere else.
    case text
    /// The name below a picture, and the name of the one that is selected.
    case name
    case selectedName = "selected-name"
    /// The bars beside the cell that is selected.
    case selection
    /// What stands where a picture is on its way, and how far it is.
    case placeholder, progress
    /// Why there is no picture, or something cannot be done.
    case failure
    /// The marks on pictures: of which something is missing, that move or are videos, that are marked, and
    /// what they are rated.
    case truncated, kind, mark, rating
    /// The colours that photos are labelled with.
    case redLabel = "red-label"
    case yellowLabel = "yellow-label"
    case greenLabel = "green-label"
    case blueLabel = "blue-label"
    case purpleLabel = "purple-label"
    /// What says where a picture came from: from memory, or from anywhere else.
    case memoryBadge = "memory-badge"
    case loadBadge = "load-badge"
    /// What counts less than what it stands beside.
    case quiet
    /// The small frame that stands for a whole photo, and what is seen of that.
    case navigator
    case navigatorView = "navigator-view"
    /// Bars and curves, and where a bar is empty.
    case bar
    case emptyBar = "empty-bar"
    /// Lines around panels.
    case border
    /// Keys, and the titles of columns and panels.
    case key
    /// Headings of the help, and of groups of photos.
    case heading, group
    /// The last line of the screen, keys in it, and what is wrong with a line that is typed; the last two are
    /// laid over the first.
    case status, hint, problem
    /// What was searched for in the help.
    case match
    /// The character under the cursor of a line that is typed, laid over what that has.
    case cursor
  }

  /// The looks of a part: which of them is used depends on the terminal.
  struct Looks: Hashable, Sendable {
    var onDark: Look
    var onLight: Look
    /// With sixteen colours, where the nearest of them would not do.
    var ofFewColors: Look?

    init(_ look: Look, onLight: Look? = nil, ofFewColors: Look? = nil) {
      onDark = look
      self.onLight = onLight ?? look
      self.ofFewColors = ofFewColors
    }
  }

  private var looks: [Part: Looks]

  /// Takes the looks of parts; all others are as plain text is.
  init(_ looks: [Part: Looks]) {
    self.looks = looks
  }

  /// How a part looks on a dark background with all colours; once set, it looks like that on every
  /// terminal, as nearly as its colours allow.
  package subscript(part: Part) -> Look {
    get { looks[part]?.onDark ?? Look() }
    set { looks[part] = Looks(newValue) }
  }

  /// How a part looks on a terminal.
  func look(of part: Part, on form: TileForm) -> Look {
    guard let looks = looks[part] else { return Look() }
    if form.colors == .ansi16, let few = looks.ofFewColors { return few }
    return form.background.isLight ? looks.onLight : looks.onDark
  }
}
