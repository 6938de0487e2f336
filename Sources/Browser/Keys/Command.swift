/// A command with the name used in the configuration, such as `page-down`.
///
/// Each layer decides what a command means there: `down` is the next row of a grid, the next photo
/// of a viewer, the next line of a help text.
nonisolated package struct Command: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }
}

nonisolated extension Command {
  package static let left = Command(rawValue: "left")
  package static let right = Command(rawValue: "right")
  package static let up = Command(rawValue: "up")
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
  /// The entries to move by, positive is down; `page` is the number of visible entries.
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
