package import Imaging

package struct Capability<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let source: CapabilitySource

  package init(_ value: Value, by source: CapabilitySource) {
    self.value = value
    self.source = source
  }
}

package enum CapabilitySource: Hashable, Sendable {
  case option(String)
  /// An environment variable with its unsanitized value; nil if not set.
  case variable(String, String?)
  case answer
  /// The terminal's own name; unsanitized.
  case name(String)
  case usual
  case window
  /// The terminal did not reply, or not to this query.
  case unanswered(TerminalAnswers.Progress)
  /// Too few colors to encode image IDs in placeholders.
  case fewColors(ColorDepth)
  /// The link is too slow for anything better, in bytes per second.
  case slowLink(Int)
  case screen
  /// Whether tmux passes escape codes on.
  case tmux(isOpen: Bool)
}

extension CapabilitySource: CustomStringConvertible {
  package var description: String {
    switch self {
    case .option(let option): option
    case .variable(let name, let value?) where !value.isEmpty: "\(name)=\(value)"
    case .variable(let name, _): "\(name) is not set"
    case .answer: "the terminal's answer"
    case .name(let name): "the terminal is \(name)"
    case .usual: "most terminals support them"
    case .window: "the window's size in pixels"
    case .unanswered(let progress): "\(progress)"
    case .fewColors(let depth): "placeholders need 256 colours, and there are \(depth.rawValue)"
    case .slowLink(let rate): "the link takes \(rate / 1000) kB/s"
    case .screen: "inside GNU screen"
    case .tmux(isOpen: true): "inside tmux, on a terminal without kitty's placeholders"
    case .tmux(isOpen: false): "inside tmux without passthrough"
    }
  }
}
