package import Imaging

/// One thing that the terminal can do, and how that is known.
package struct Capability<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What it can do.
  package let value: Value
  /// How that is known.
  package let source: CapabilitySource

  /// Makes a capability that is known by a source.
  package init(_ value: Value, by source: CapabilitySource) {
    self.value = value
    self.source = source
  }
}

/// How something is known of the terminal.
package enum CapabilitySource: Hashable, Sendable {
  /// The user said so, with an option as it is written on the command line.
  case option(String)
  /// A variable of the environment says so; its value is foreign text, and nil where it is missing.
  case variable(String, String?)
  /// The terminal has shown it itself.
  case answer
  /// The terminal has told its name, foreign text, and of that name it is known.
  case name(String)
  /// Most terminals can.
  case usual
  /// The kernel knows it of the terminal's window.
  case window
  /// The terminal has not shown it, as far as it has answered.
  case unanswered(TerminalAnswers.Progress)
  /// Placeholders carry their picture's number as a colour, of which there are too few.
  case fewColors(ColorDepth)
  /// The link to the terminal is too slow for anything else: it takes so many bytes in a second.
  case slowLink(Int)
  /// GNU screen stands between the program and the terminal.
  case screen
  /// So does tmux; whether it passes on what is meant for the terminal.
  case tmux(isOpen: Bool)
}

extension CapabilitySource: CustomStringConvertible {
  /// A few words, part of which may be foreign: `TERM=xterm-256color`.
  package var description: String {
    switch self {
    case .option(let option): option
    case .variable(let name, let value?) where !value.isEmpty: "\(name)=\(value)"
    case .variable(let name, _): "\(name) is not set"
    case .answer: "the terminal's answer"
    case .name(let name): "the terminal is \(name)"
    case .usual: "most terminals have them"
    case .window: "the window's size in pixels"
    case .unanswered(let progress): "\(progress)"
    case .fewColors(let depth): "placeholders need 256 colours, and there are \(depth.rawValue)"
    case .slowLink(let rate): "the link takes \(rate / 1000) kB/s"
    case .screen: "inside GNU screen"
    case .tmux(isOpen: true): "inside tmux, on a terminal without kitty's placeholders"
    case .tmux(isOpen: false): "inside tmux, which passes nothing on"
    }
  }
}
