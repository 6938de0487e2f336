import Caching
import Grid
import Terminal
import Values

nonisolated extension Command {
  static let larger = Command(rawValue: "larger")
  static let smaller = Command(rawValue: "smaller")
  static let reset = Command(rawValue: "reset")
  static let emptyMemory = Command(rawValue: "empty-memory")
  static let retry = Command(rawValue: "retry")
  static let badges = Command(rawValue: "badges")
  static let cachePanel = Command(rawValue: "cache-panel")
}

nonisolated extension Keymap {
  static let grid = Keymap(
    "the grid",
    [
      Entry(.left, "h", .left, help: "the photo before"),
      Entry(.right, "l", .right, help: "the next photo"),
    ] + .scrolling + [
      Entry(.open, .enter, help: "open the photo as large as the terminal", hint: "open"),
      Entry(.larger, "+", "=", help: "larger cells"),
      Entry(.smaller, "-", help: "smaller cells"),
      .reset, .emptyMemory,
      Entry(.retry, "r", help: "load again what failed, and the photos whose files have changed"),
      .badges, .cachePanel,
    ])
}

/// The keys that do the same over the grid.
nonisolated extension Keymap.Entry {
  static let reset = Keymap.Entry(
    .reset, "x", help: "take the pictures off the screen; memory brings them back")
  static let emptyMemory = Keymap.Entry(
    .emptyMemory, "c", help: "empty the memory cache: the cells load again")
  static let badges = Keymap.Entry(
    .badges, "i",
    help: "show where each picture came from, how long that took, and the path of the photo")
  static let cachePanel = Keymap.Entry(
    .cachePanel, "C", help: "show the caches, or close them again")
}

extension GridMotion {
  /// The way the selection moves, for the commands that move it.
  init?(_ command: Command) {
    switch command {
    case .left: self = .left
    case .right: self = .right
    case .up: self = .up
    case .down: self = .down
    case .first: self = .first
    case .last: self = .last
    case .pageDown: self = .pageDown
    case .pageUp: self = .pageUp
    case .halfPageDown: self = .halfPageDown
    case .halfPageUp: self = .halfPageUp
    default: return nil
    }
  }
}

extension LayerOutcome {
  /// Says how many pictures were taken away, and their bytes.
  static func removed(_ removed: CacheUsage, from place: String) -> LayerOutcome {
    let pictures = removed.count == 1 ? "1 picture" : "\(removed.count) pictures"
    return .said(
      "removed \(pictures) from \(place), \(ByteCount(removed.cost)); the photos stay")
  }
}

extension MouseAction {
  /// The rows that the wheel scrolls, downwards positive.
  var rows: Int {
    switch self {
    case .wheelUp: -1
    case .wheelDown: 1
    case .click, .doubleClick, .drag: 0
    }
  }
}
