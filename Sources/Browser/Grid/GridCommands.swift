import Base
import ExpiringCache
import Photos
import Terminal

nonisolated extension Command {
  static let larger = Command(rawValue: "larger")
  static let smaller = Command(rawValue: "smaller")
  static let reset = Command(rawValue: "reset")
  static let emptyMemory = Command(rawValue: "empty-memory")
  static let retry = Command(rawValue: "retry")
  static let badges = Command(rawValue: "badges")
  static let cachePanel = Command(rawValue: "cache-panel")
  static let mark = Command(rawValue: "mark")
  static let markThrough = Command(rawValue: "mark-through")
  static let markRange = Command(rawValue: "mark-range")
  static let markAll = Command(rawValue: "mark-all")
  static let invertMarks = Command(rawValue: "invert-marks")
  static let clearMarks = Command(rawValue: "clear-marks")
  static let onlyMarked = Command(rawValue: "only-marked")
  static let pick = Command(rawValue: "pick")
}

nonisolated extension Keymap {
  static let grid = Keymap(
    "the grid", named: "grid",
    entries: entries([
      Entry(
        .open, .enter, help: "open the photo as large as the terminal, or go into the folder",
        hint: "open"),
      .parentFolder,
    ]))

  /// The keys in picking mode, in which photos are chosen for another program.
  static let pickingGrid = Keymap(
    "the grid", named: "grid", "picking",
    entries: entries([
      Entry(
        .pick, .enter,
        help: "pick the marked photos, or this one, and end; on a folder, go in", hint: "pick"
      ).standing(in: .picking),
      Entry(
        .open, " ", help: "open the photo as large as the terminal, or go into the folder",
        hint: "open"),
      .parentFolder,
    ]))

  private static func entries(_ opening: [Entry]) -> [Entry] {
    let moving = [
      Entry(.left, "h", .left, help: "the photo before"),
      Entry(.right, "l", .right, help: "the next photo"),
    ]
    return (moving + .scrolling + opening).standing(in: .moving) + finding + groups
      + looking.standing(in: .looking) + caches.standing(in: .caches)
      + marks.standing(in: .picking) + rating.standing(in: .rating)
      + acting.standing(in: .acting)
  }

  private static let looking: [Entry] = [
    Entry(.larger, "+", "=", help: "larger cells"),
    Entry(.smaller, "-", help: "smaller cells"),
    .badges,
  ]

  private static let caches: [Entry] = [
    .reset, .emptyMemory,
    Entry(.retry, "r", help: "load again what failed, and the photos whose files have changed"),
    .cachePanel,
  ]

  private static let marks: [Entry] = [
    Entry(.mark, "m", help: "mark the photo, or take its mark away; with a count, so many photos"),
    Entry(
      .markThrough, "M",
      help: "do the same to all photos as far as the one where that was done last"),
    Entry(.markRange, "v", help: "mark what one moves over; again to end that"),
    Entry(.markAll, .control("a"), help: "mark all photos"),
    Entry(.invertMarks, "*", help: "mark the others instead"),
    Entry(.clearMarks, .control("g"), help: "mark none"),
    Entry(.onlyMarked, "'", help: "show only the marked photos, or all again"),
  ]
}

nonisolated extension Keymap.Entry {
  static let parentFolder = Keymap.Entry(
    .parentFolder, .backspace, help: "go to the folder above, back to where one was")
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
  static func removed(_ removed: CacheUsage, from place: String) -> LayerOutcome {
    let pictures = removed.count == 1 ? "1 picture" : "\(removed.count) pictures"
    return .said(
      "removed \(pictures) from \(place), \(ByteCount(removed.cost)); the photos stay")
  }
}

extension MouseAction {
  /// Rows the wheel scrolls; positive is down.
  var rows: Int {
    switch self {
    case .wheelUp: -1
    case .wheelDown: 1
    case .click, .doubleClick, .drag, .mark, .markDrag: 0
    }
  }
}
