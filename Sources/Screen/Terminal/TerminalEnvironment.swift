package import Imaging

/// What the environment variables say about the terminal.
package struct TerminalEnvironment: Sendable {
  private let variables: [String: String]

  /// Reads environment variables by name.
  package init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// How many colours to use.
  ///
  /// The option decides, then `COLORTERM`, then `NO_COLOR` (no-color.org), then what is known of the
  /// terminal that `TERM` names.
  /// - Parameter option: What the user asked for, if anything.
  /// - Returns: The depth to draw with.
  package func colorDepth(option: ColorDepth?) -> ColorDepth {
    if let option { return option }
    if ["truecolor", "24bit"].contains(variables["COLORTERM"]) { return .direct }
    if variables["NO_COLOR"]?.isEmpty == false { return .none }
    return colorDepthByName
  }

  /// The characters to draw pictures with.
  ///
  /// The option decides, then the character set of the locale and the terminal that `TERM` names.
  /// - Parameter option: What the user asked for, if anything.
  /// - Returns: The symbols to draw with.
  package func symbols(option: SymbolSet?) -> SymbolSet {
    if let option { return option }
    if !hasUnicode || isPrinter { return .ascii }
    return terminal == "linux" ? .half : .quadrants
  }

  /// The background according to `COLORFGBG`, whose last number is an ANSI colour (rxvt, Konsole);
  /// black if it is not set.
  package var background: RGB {
    let number = variables["COLORFGBG"]?.split(separator: ";").last.flatMap { UInt8($0) }
    return Palette.rgb(of: number.flatMap { $0 < 16 ? $0 : nil } ?? 0)
  }

  private var terminal: String { variables["TERM"] ?? "" }

  private var isPrinter: Bool {
    ["", "dumb", "unknown"].contains(terminal) || Self.isVideoTerminal(terminal)
  }

  /// Whether a value of `TERM` names one of DEC's terminals, `vt100` to `vt525`, and not merely begins
  /// like one, as `vte-256color` does.
  package static func isVideoTerminal(_ type: String) -> Bool {
    type.hasPrefix("vt") && type.dropFirst(2).first?.isNumber == true
  }

  private var colorDepthByName: ColorDepth {
    if isPrinter { return .none }
    let exact = [
      "direct", "truecolor", "kitty", "ghostty", "foot", "alacritty", "wezterm", "iterm2",
    ]
    if exact.contains(where: terminal.contains) { return .direct }
    return terminal.contains("256color") ? .indexed256 : .ansi16
  }

  /// A locale that names another character set than UTF-8 has no Unicode; one that names none, as
  /// the locale C, says nothing about the terminal.
  private var hasUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variables[$0] }
    guard let locale = names.first(where: { !$0.isEmpty }),
      let dot = locale.firstIndex(of: ".")
    else { return true }
    let codeset = locale[dot...].lowercased()
    return codeset.hasPrefix(".utf-8") || codeset.hasPrefix(".utf8")
  }
}
