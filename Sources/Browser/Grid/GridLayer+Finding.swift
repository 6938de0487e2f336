import Photos
import Terminal

extension GridLayer {
  func find(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .onlyMarked: return toggleMarkedOnly()
    case .filter: return .open(LineLayer(for: filtering, text: grid.filter.text))
    case .search: return .open(LineLayer(for: searching, text: ""))
    case .nextMatch: return goToMatch(by: count ?? 1)
    case .previousMatch: return goToMatch(by: -(count ?? 1))
    // A layer above the grid is closed first.
    case .close where grid.follower == nil: return takeBack()
    default:
      guard let order = PhotoOrder(command, seed: nextSeed) else { return .ignored }
      grid.sort(by: order)
      return .handled
    }
  }

  /// Undoes the last step: folds an open stack, else clears the search, else the filter.
  private func takeBack() -> LayerOutcome {
    if grid.foldStack() { return .handled }
    if !grid.search.text.isEmpty {
      grid.look(for: Filter(), from: nil)
    } else if !grid.filter.text.isEmpty {
      grid.show(only: Filter())
    } else {
      return .ignored
    }
    return .handled
  }

  /// Toggles between all photos and the marked ones that pass the filter.
  private func toggleMarkedOnly() -> LayerOutcome {
    guard grid.marks.count > 0 || grid.filter.asks(for: [.marked]) else {
      return .said("no photo is marked: \(keys[.mark]) marks one")
    }
    grid.show(only: grid.filter.togglingMarked)
    return .handled
  }

  private var filtering: LinePurpose {
    grid.prepareNames()
    let before = grid.filter
    return LinePurpose(
      label: "filter:",
      change: { [grid] in grid.show(only: Filter($0)) },
      problem: { [grid] in grid.problem(of: grid.filter) },
      obstacle: { [grid] in grid.filter.problems.first },
      keep: { [grid] in grid.keepSelection() },
      takeBack: { [grid] in grid.show(only: before) })
  }

  private var searching: LinePurpose {
    grid.prepareNames()
    let (before, origin) = (grid.search, grid.selection.id)
    return LinePurpose(
      label: "search:",
      change: { [grid] in grid.look(for: Filter($0), from: origin) },
      problem: { [grid] in grid.problem(of: grid.search) },
      obstacle: { [grid] in grid.search.problems.first },
      keep: {},
      takeBack: { [grid] in grid.look(for: before, from: origin, goesOn: false) })
  }

  private func goToMatch(by steps: Int) -> LayerOutcome {
    switch grid.goToMatch(by: steps) {
    case .found: .handled
    case .foundBeyondEnd where steps > 0: .said("the search goes on from the first photo")
    case .foundBeyondEnd: .said("the search goes on from the last photo")
    case .noMatch: .said("no photo here matches \(grid.search.text)")
    case .noSearch: .said("type \(keys[.search]) and what to look for first")
    }
  }
}

nonisolated extension Command {
  static let filter = Command(rawValue: "filter")
  static let search = Command(rawValue: "search")
  static let nextMatch = Command(rawValue: "next-match")
  static let previousMatch = Command(rawValue: "previous-match")

  /// Such as `sort-name`, `sort-name-reversed`.
  static func sort(by key: PhotoOrder.Key, isReversed: Bool = false) -> Command {
    Command(rawValue: "sort-\(key.rawValue)" + (isReversed ? "-reversed" : ""))
  }
}

extension PhotoOrder {
  fileprivate init?(_ command: Command, seed: () -> UInt64) {
    for key in Key.allCases {
      for isReversed in [false, true] where command == .sort(by: key, isReversed: isReversed) {
        self.init(key, isReversed: isReversed, seed: key == .random ? seed() : 0)
        return
      }
    }
    return nil
  }
}

nonisolated extension Keymap {
  static let finding: [Entry] =
    PhotoOrder.Key.allCases.map(Entry.init(sortingBy:)).standing(in: .sorting)
    + [
      Entry(
        .filter, "f", help: "show only the photos whose names match what is typed, or their facts"),
      Entry(.search, "/", help: "go to a photo whose name matches what is typed, or its facts"),
      Entry(.nextMatch, "n", help: "the next photo that was searched for"),
      Entry(.previousMatch, "N", help: "the one before that was searched for"),
    ].standing(in: .finding)
}

nonisolated extension Keymap.Entry {
  /// Prefix `o` and a letter, in upper case for the reversed order.
  fileprivate init(sortingBy key: PhotoOrder.Key) {
    let (letter, help, hint): (Character, String, String) =
      switch key {
      case .name: ("n", "sort by name, or reversed: the last first", "name")
      case .taken: ("t", "sort by the date taken, or reversed: the latest first", "taken")
      case .modified: ("m", "sort by the last change, or reversed: the latest first", "modified")
      case .size: ("s", "sort by size, or reversed: the largest first", "size")
      case .pixels: ("p", "sort by pixels, or reversed: the most first", "pixels")
      case .shape: ("h", "sort by shape, upright first, or reversed: broad first", "shape")
      case .rating: ("g", "sort by rating, or reversed: the best first", "rating")
      case .kind: ("k", "sort by kind, or reversed: the last first", "kind")
      case .folder: ("f", "sort by folder, or reversed: the last first", "folder")
      case .random: ("r", "bring into a random order; again: into another one", "random")
      case .given: ("a", "as the photos were listed, or reversed: the last first", "listed")
      }
    var ways = [Way(["o", .character(letter)], .sort(by: key))]
    if key != .random, let capital = letter.uppercased().first {
      ways.append(Way(["o", .character(capital)], .sort(by: key, isReversed: true)))
    }
    self.init(ways, help: help, hint: hint)
  }
}
