import Grid

/// Everything a user can tell the browser: the name for configuration, the text for the help.
package enum Command: String, CaseIterable, Sendable {
  case left
  case right
  case up
  case down
  case first
  case last
  case pageDown = "page-down"
  case pageUp = "page-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case open
  case larger
  case smaller
  case reset
  case emptyMemory = "empty-memory"
  case retry
  case badges
  case cachePanel = "cache-panel"
  case remove
  case clearThumbnails = "clear-thumbnails"
  case clearResponses = "clear-responses"
  case clearAll = "clear-all"
  case help
  case redraw
  case suspend
  case back
  case close
  case quit

  /// One line for the help screen and the README.
  package var help: String {
    switch self {
    case .left: "the photo before"
    case .right: "the next photo"
    case .up: "one row up"
    case .down: "one row down"
    case .first: "the first photo; with a count, the photo of that number"
    case .last: "the last photo; with a count, the photo of that number"
    case .pageDown: "one screen down"
    case .pageUp: "one screen up"
    case .halfPageDown: "half a screen down"
    case .halfPageUp: "half a screen up"
    case .open: "open the photo as large as the terminal, or close it again"
    case .larger: "larger cells"
    case .smaller: "smaller cells"
    case .reset: "take the pictures off the screen; memory brings them back"
    case .emptyMemory: "empty the memory cache: the cells load again"
    case .retry: "load again what failed, and the photos whose files have changed"
    case .badges: "show where each picture came from, and how long that took"
    case .cachePanel: "show the caches, or close them again"
    case .remove: "remove the entry selected there from memory"
    case .clearThumbnails: "remove photocell's thumbnails, while the caches are shown"
    case .clearResponses: "remove the web responses, while the caches are shown"
    case .clearAll: "empty memory and both of these, while the caches are shown"
    case .help: "show these keys"
    case .redraw: "draw the whole screen again"
    case .suspend: "stop the program until the shell continues it"
    case .back: "close what is open; from the grid, quit"
    case .close: "close what is open; forget a count"
    case .quit: "quit at once"
    }
  }

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

  /// The way the selection moves, for the commands that move it.
  var motion: GridMotion? {
    switch self {
    case .left: .left
    case .right: .right
    case .up: .up
    case .down: .down
    case .first: .first
    case .last: .last
    case .pageDown: .pageDown
    case .pageUp: .pageUp
    case .halfPageDown: .halfPageDown
    case .halfPageUp: .halfPageUp
    default: nil
    }
  }
}
