import Photos
import Terminal

extension GridLayer {
  func group(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .nextGroup: return moveToGroup(by: count ?? 1)
    case .previousGroup: return moveToGroup(by: -(count ?? 1))
    case .stackBursts:
      if !grid.foldsBursts, let obstacle = grid.obstacleToStacks { return .said(obstacle) }
      grid.toggleStacks()
      return .handled
    default:
      let wanted = PhotoGrouping.allCases.first { command == .group(by: $0) }
      guard let wanted else { return .ignored }
      if let obstacle = grid.obstacle(toGroupingBy: wanted) { return .said(obstacle) }
      grid.group(by: wanted)
      return .handled
    }
  }

  private func moveToGroup(by steps: Int) -> LayerOutcome {
    guard grid.moveToGroup(by: steps) else {
      let ways = PhotoGrouping.allCases.filter { $0 != .none }.map { keys[.group(by: $0)] }
      return .said(
        "there are no groups: \(ways.dropLast().joined(separator: ", ")) and \(ways[ways.count - 1]) make some"
      )
    }
    return .handled
  }
}

nonisolated extension Command {
  static let nextGroup = Command(rawValue: "next-group")
  static let stackBursts = Command(rawValue: "stack-bursts")
  static let previousGroup = Command(rawValue: "previous-group")

  static func group(by grouping: PhotoGrouping) -> Command {
    Command(rawValue: "group-\(grouping.rawValue)")
  }
}

nonisolated extension Keymap {
  static let groups: [Entry] =
    (PhotoGrouping.allCases.map(Entry.init(groupingBy:))
    + [
      Entry(
        .stackBursts, sequences: [["g", "s"]],
        help: "show each burst as one photo, which is opened to show all, or all frames again",
        hint: "stacks")
    ]).standing(in: .sorting)
    + [
      Entry(.nextGroup, "]", help: "the first photo of the next group"),
      Entry(.previousGroup, "[", help: "the first photo of the group, or of the one before"),
    ].standing(in: .moving)
}

nonisolated extension Keymap.Entry {
  fileprivate init(groupingBy grouping: PhotoGrouping) {
    let (letter, help, hint): (Character, String, String) =
      switch grouping {
      case .none: ("n", "in no groups", "no groups")
      case .day: ("d", "group by the day on which photos were taken", "day")
      case .month: ("m", "group by the month", "month")
      case .year: ("y", "group by the year", "year")
      case .folder: ("f", "group by folder", "folder")
      case .rating: ("r", "group by rating, the best first", "rating")
      case .likeness: ("l", "group photos that look alike", "likeness")
      case .burst: ("b", "group photos that were taken in one go", "burst")
      case .auto: ("a", "group by day, month or year, by how many photos there are", "auto")
      }
    self.init(
      .group(by: grouping), sequences: [["g", .character(letter)]], help: help, hint: hint)
  }
}
