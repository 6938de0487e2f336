/// Something a user can ask for, by its name in configuration: `page-down`.
///
/// A command says what is wanted, and each layer what that means in it: `down` goes to the next row
/// of a grid, the next photo of a viewer, the next line of a help text.
nonisolated package struct Command: RawRepresentable, Hashable, Sendable {
  /// The name.
  package let rawValue: String

  /// Makes the command of a name; whether any layer knows it is seen when it is given.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// The commands that mean the same in more than one layer.
nonisolated extension Command {
  /// To the left, or to the one before.
  package static let left = Command(rawValue: "left")
  /// To the right, or to the next.
  package static let right = Command(rawValue: "right")
  /// A row or a line up.
  package static let up = Command(rawValue: "up")
  /// A row or a line down.
  package static let down = Command(rawValue: "down")
  static let first = Command(rawValue: "first")
  static let last = Command(rawValue: "last")
  static let pageDown = Command(rawValue: "page-down")
  static let pageUp = Command(rawValue: "page-up")
  static let halfPageDown = Command(rawValue: "half-page-down")
  static let halfPageUp = Command(rawValue: "half-page-up")
  static let open = Command(rawValue: "open")
  static let help = Command(rawValue: "help")
  static let commandLine = Command(rawValue: "command-line")
  static let redraw = Command(rawValue: "redraw")
  static let suspend = Command(rawValue: "suspend")
  static let back = Command(rawValue: "back")
  static let close = Command(rawValue: "close")
  static let quit = Command(rawValue: "quit")
  static let reloadConfiguration = Command(rawValue: "config-reload")
  static let interrupt = Command(rawValue: "interrupt")
}

nonisolated extension Command {
  /// How far the command goes in a list.
  /// - Parameters:
  ///   - times: How often it is done.
  ///   - page: How many entries are seen at once.
  /// - Returns: The entries, downwards positive; nil where it goes by none.
  func steps(times: Int, page: Int) -> Int? {
    switch self {
    case .down: times
    case .up: -times
    case .pageDown: times * page
    case .pageUp: -times * page
    case .halfPageDown: times * max(1, page / 2)
    case .halfPageUp: -times * max(1, page / 2)
    default: nil
    }
  }
}
