package import Imaging

/// What the environment variables say about the terminal.
package struct TerminalEnvironment: Hashable, Sendable {
  private let variables: [String: String]

  /// Reads environment variables by name.
  package init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// Reads the variables that say something, wherever they are.
  /// - Parameter value: The value of a variable; nil where it is not set.
  package init(lookingUp value: (String) -> String?) {
    let names = [
      "TERM", "COLORTERM", "NO_COLOR", "STY", "TMUX", "COLORFGBG", "LC_ALL", "LC_CTYPE", "LANG",
      "TERM_PROGRAM", "LC_TERMINAL", "KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR",
    ]
    let values = names.compactMap { name in value(name).map { (name, $0) } }
    self.init(Dictionary(uniqueKeysWithValues: values))
  }

  /// The multiplexer that the program seems to run in; nil for none.
  ///
  /// Where both may be there it is GNU screen, which can be asked the least.
  package var multiplexer: Multiplexer? {
    let isInTmux = isSet("TMUX")
    if isSet("STY") || (terminal.hasPrefix("screen") && !isInTmux) { return .screen }
    return isInTmux || terminal.hasPrefix("tmux") ? .tmux : nil
  }

  /// The variable that names a terminal which shows pictures by iTerm2's protocol, and does not tell
  /// its name; nil where there is none.
  var inlineFiles: CapabilitySource? {
    if let name = variables["TERM_PROGRAM"], ["iTerm.app", "mintty", "Tabby"].contains(name) {
      return .variable("TERM_PROGRAM", name)
    }
    guard let name = variables["LC_TERMINAL"], name == "iTerm2" else { return nil }
    return .variable("LC_TERMINAL", name)
  }

  /// Whether it was handed on from kitty or Ghostty, as far as nobody has been elsewhere since.
  var mentionsPlaceholders: Bool { isSet("KITTY_WINDOW_ID") || isSet("GHOSTTY_RESOURCES_DIR") }

  private func isSet(_ name: String) -> Bool { variables[name].map { !$0.isEmpty } ?? false }

  /// The colours that `NO_COLOR` (no-color.org) or `COLORTERM` decides on, the first of them first; nil
  /// where they say nothing.
  var colorDepthByVariables: Capability<ColorDepth>? {
    if let value = variables["NO_COLOR"], !value.isEmpty {
      return Capability(.none, by: .variable("NO_COLOR", value))
    }
    if let value = variables["COLORTERM"], ["truecolor", "24bit"].contains(value), !isInScreen {
      return Capability(.direct, by: .variable("COLORTERM", value))
    }
    return nil
  }

  /// The colours of the terminal that `TERM` names.
  var colorDepthByType: Capability<ColorDepth> {
    Capability(typicalColorDepth, by: .variable("TERM", variables["TERM"]))
  }

  /// The characters that the locale and the terminal that `TERM` names have.
  var symbols: Capability<SymbolSet> {
    if let locale, !Self.hasUnicode(locale.value) {
      return Capability(.ascii, by: .variable(locale.name, locale.value))
    }
    let source = CapabilitySource.variable("TERM", variables["TERM"])
    if isPrinter { return Capability(.ascii, by: source) }
    return terminal == "linux" ? Capability(.half, by: source) : Capability(.quadrants, by: .usual)
  }

  /// Whether the terminal skips a command that it does not know (ECMA-48, OSC) instead of printing it:
  /// consoles of kernels, terminals made of paper, and Emacs print it, and GNU screen lets none through.
  var hyperlinks: Capability<Bool> {
    if multiplexer == .screen { return Capability(false, by: .screen) }
    let printing = [
      "linux", "eterm", "cygwin", "ansi", "pcansi", "cons25", "wsvt25", "sun", "hurd",
    ]
    let words = terminal.split(separator: "-")
    guard isPrinter || words.first.map({ printing.contains(String($0)) }) ?? true else {
      return Capability(true, by: .usual)
    }
    return Capability(false, by: .variable("TERM", variables["TERM"]))
  }

  /// The terminal that `TERM` names, where more is known of it.
  var brand: Capability<TerminalBrand>? {
    TerminalBrand(type: terminal).map { Capability($0, by: .variable("TERM", terminal)) }
  }

  /// The background according to `COLORFGBG`, whose last number is an ANSI colour (rxvt, Konsole);
  /// black if it is not set.
  package var background: RGB {
    let number = variables["COLORFGBG"]?.split(separator: ";").last.flatMap { UInt8($0) }
    return Palette.rgb(of: number.flatMap { $0 < 16 ? $0 : nil } ?? 0)
  }

  private var terminal: String { variables["TERM"] ?? "" }

  /// GNU screen hands on what `COLORTERM` says of the terminal that it was started in, and takes no
  /// 24-bit colours itself (before version 5, and there only where it was told to).
  private var isInScreen: Bool { terminal.hasPrefix("screen") && variables["STY"] != nil }

  private var isPrinter: Bool {
    ["", "dumb", "unknown"].contains(terminal) || Self.isVideoTerminal(terminal)
  }

  /// Whether a value of `TERM` names one of DEC's terminals, `vt100` to `vt525`, and not merely begins
  /// like one, as `vte-256color` does.
  package static func isVideoTerminal(_ type: String) -> Bool {
    type.hasPrefix("vt") && type.dropFirst(2).first?.isNumber == true
  }

  /// What may be counted on where the terminal itself says nothing: stock xterm names itself `xterm`,
  /// has 24-bit colour, and its terminfo entry has eight.
  private var typicalColorDepth: ColorDepth {
    if isPrinter { return .none }
    let exact = [
      "direct", "truecolor", "kitty", "ghostty", "foot", "alacritty", "wezterm", "iterm2",
    ]
    if exact.contains(where: terminal.contains) { return .direct }
    return terminal == "xterm" || terminal.contains("256color") ? .indexed256 : .ansi16
  }

  /// The variable that decides about the locale, and its value.
  private var locale: (name: String, value: String)? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in variables[name].map { (name, $0) } }
      .first { !$0.1.isEmpty }
  }

  /// A locale that names another character set than UTF-8 has no Unicode; one that names none, as
  /// the locale C, says nothing about the terminal.
  private static func hasUnicode(_ locale: String) -> Bool {
    guard let dot = locale.firstIndex(of: ".") else { return true }
    let codeset = locale[dot...].lowercased()
    return codeset.hasPrefix(".utf-8") || codeset.hasPrefix(".utf8")
  }
}

/// A program that shows several terminals on one.
package enum Multiplexer: Hashable, Sendable {
  /// GNU screen.
  case screen
  /// tmux.
  case tmux
}
