internal import Base
package import Imaging

package struct TerminalEnvironment: Hashable, Sendable {
  private let variables: [String: String]

  package init(_ variables: [String: String]) {
    self.variables = variables
  }

  package init(lookingUp value: (String) -> String?) {
    let names = [
      "TERM", "COLORTERM", "NO_COLOR", "STY", "TMUX", "COLORFGBG", "LC_ALL", "LC_CTYPE", "LANG",
      "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_TERMINAL", "KITTY_WINDOW_ID",
      "GHOSTTY_RESOURCES_DIR", "KONSOLE_VERSION", "VTE_VERSION", "XTERM_VERSION", "WT_SESSION",
      "SSH_CONNECTION",
    ]
    let values = names.compactMap { name in value(name).map { (name, $0) } }
    self.init(Dictionary(uniqueKeysWithValues: values))
  }

  /// Of these only the presence tells terminals apart: their values differ in each window.
  private static let windowVariables: Set = [
    "STY", "TMUX", "KITTY_WINDOW_ID", "WT_SESSION", "SSH_CONNECTION",
  ]

  /// Equal for all windows of a terminal that is started in the same way.
  package var fingerprint: String {
    let texts = variables.sorted { $0.key < $1.key }.map { name, value in
      Self.windowVariables.contains(name) ? "\(name)" : "\(name)=\(value)"
    }
    return String(Array(texts.joined(separator: "\n").utf8).stableHash, radix: 16)
  }

  /// What the terminal would answer, for a program that cannot query it; nil if the variables do not say.
  package var presumedAnswers: TerminalAnswers? {
    guard multiplexer == nil else { return nil }
    var answers = TerminalAnswers(progress: .complete)
    if isSet("KITTY_WINDOW_ID") || terminal.contains("kitty") {
      // The first version with placeholders. An older one is known after its first full-screen run.
      (answers.version, answers.takesKittyPictures) = ("kitty(0.28.0)", true)
    } else if isSet("GHOSTTY_RESOURCES_DIR") || terminal.contains("ghostty") {
      (answers.version, answers.takesKittyPictures) = ("ghostty 1.0.0", true)
    } else if variables["TERM_PROGRAM"] == "WezTerm" || isSet("KONSOLE_VERSION") {
      answers.takesKittyPictures = true
    } else if terminal.hasPrefix("foot") {
      answers.attributes = [62, 4]
    } else if inlineFiles == nil {
      return nil
    }
    return answers
  }

  /// GNU screen if both are possible, as it supports the fewest queries.
  package var multiplexer: Multiplexer? {
    let isInTmux = isSet("TMUX")
    if isSet("STY") || (terminal.hasPrefix("screen") && !isInTmux) { return .screen }
    return isInTmux || terminal.hasPrefix("tmux") ? .tmux : nil
  }

  /// Terminals with iTerm2's protocol that do not report their names.
  var inlineFiles: CapabilitySource? {
    if let name = variables["TERM_PROGRAM"], ["iTerm.app", "mintty", "Tabby"].contains(name) {
      return .variable("TERM_PROGRAM", name)
    }
    guard let name = variables["LC_TERMINAL"], name == "iTerm2" else { return nil }
    return .variable("LC_TERMINAL", name)
  }

  /// Whether the variables come from kitty or Ghostty, if no other terminal was in between.
  var mentionsPlaceholders: Bool { isSet("KITTY_WINDOW_ID") || isSet("GHOSTTY_RESOURCES_DIR") }

  /// ssh's buffers accept far more than the link carries.
  var isRemote: Bool { isSet("SSH_CONNECTION") }

  private func isSet(_ name: String) -> Bool { variables[name].map { !$0.isEmpty } ?? false }

  /// no-color.org, else `COLORTERM`.
  var colorDepthByVariables: Capability<ColorDepth>? {
    if let value = variables["NO_COLOR"], !value.isEmpty {
      return Capability(.none, by: .variable("NO_COLOR", value))
    }
    if let value = variables["COLORTERM"], ["truecolor", "24bit"].contains(value), !isInScreen {
      return Capability(.direct, by: .variable("COLORTERM", value))
    }
    return nil
  }

  var colorDepthByType: Capability<ColorDepth> {
    Capability(typicalColorDepth, by: .variable("TERM", variables["TERM"]))
  }

  var symbols: Capability<SymbolSet> {
    if let locale, !Self.hasUnicode(locale.value) {
      return Capability(.ascii, by: .variable(locale.name, locale.value))
    }
    let source = CapabilitySource.variable("TERM", variables["TERM"])
    if isPrinter { return Capability(.ascii, by: source) }
    return terminal == "linux" ? Capability(.half, by: source) : Capability(.quadrants, by: .usual)
  }

  /// Whether unknown OSC commands (ECMA-48) are skipped: kernel consoles, printing terminals and
  /// Emacs print them, and GNU screen blocks them.
  package var hyperlinks: Capability<Bool> {
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

  var brand: Capability<TerminalBrand>? {
    TerminalBrand(type: terminal).map { Capability($0, by: .variable("TERM", terminal)) }
  }

  /// From `COLORFGBG`, whose last number is an ANSI color (rxvt, Konsole); black if not set.
  package var background: RGB {
    let number = variables["COLORFGBG"]?.split(separator: ";").last.flatMap { UInt8($0) }
    return Palette.rgb(of: number.flatMap { $0 < 16 ? $0 : nil } ?? 0)
  }

  private var terminal: String { variables["TERM"] ?? "" }

  /// GNU screen inherits `COLORTERM` from its terminal but does not support 24-bit colors before
  /// version 5, and there only if configured.
  private var isInScreen: Bool { terminal.hasPrefix("screen") && variables["STY"] != nil }

  private var isPrinter: Bool {
    ["", "dumb", "unknown"].contains(terminal) || Self.isVideoTerminal(terminal)
  }

  /// DEC's `vt100` to `vt525`, but not `vte-256color`.
  package static func isVideoTerminal(_ type: String) -> Bool {
    type.hasPrefix("vt") && type.dropFirst(2).first?.isNumber == true
  }

  /// Stock xterm uses `TERM=xterm` with 24-bit color, although its terminfo entry has eight.
  private var typicalColorDepth: ColorDepth {
    if isPrinter { return .none }
    let exact = [
      "direct", "truecolor", "kitty", "ghostty", "foot", "alacritty", "wezterm", "iterm2",
    ]
    if exact.contains(where: terminal.contains) { return .direct }
    return terminal == "xterm" || terminal.contains("256color") ? .indexed256 : .ansi16
  }

  private var locale: (name: String, value: String)? {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { name in variables[name].map { (name, $0) } }
      .first { !$0.1.isEmpty }
  }

  /// Another character set has no Unicode; a locale without one, such as C, says nothing.
  private static func hasUnicode(_ locale: String) -> Bool {
    guard let dot = locale.firstIndex(of: ".") else { return true }
    let codeset = locale[dot...].lowercased()
    return codeset.hasPrefix(".utf-8") || codeset.hasPrefix(".utf8")
  }
}

package enum Multiplexer: Hashable, Sendable {
  case screen, tmux
}
