import Browser
import Photos

/// A text box: the introduction or the result.
struct RaceCard: Hashable {
  let title: String
  let lines: [Line]

  struct Line: Hashable {
    let text: String
    var role = Role.text
  }

  enum Role: Hashable {
    case text
    /// A line of code, with a comment if it fits.
    case code(comment: String)
    case extra
    case gap
  }

  /// The fix, with when each line runs.
  static let fix = [
    Line(text: "generation += 1", role: .code(comment: "at every bind")),
    Line(text: "let asked = generation", role: .code(comment: "kept by every load")),
    Line(
      text: "guard asked == generation else { return }", role: .code(comment: "at every answer")),
  ]
  private static let gap = Line(text: "", role: .gap)

  static let opening = RaceCard(
    title: "the race of a reused cell",
    lines: [
      Line(
        text: """
          Four cells, \(RaceStory.photoCount) photos. You scroll: a cell is given another photo \
          while the old one is still on its way.
          """),
      gap,
      Line(text: "What should it do when the old one comes?"),
      gap,
      Line(text: "left: shows it"),
      Line(text: "right: drops it"),
      gap,
      Line(text: "any key begins"),
    ])
}

extension RaceCard {
  @MainActor
  static func ending(of race: Race, _ delivery: DeliveryPolicy, _ keys: BoundKeys) -> RaceCard {
    let counters = race.left.counters
    let late = counters.lateShown + counters.lateDropped
    let kinds = RaceKind.allCases.map { "\($0.words) \(race.lateCount(of: $0))" }
    let isChecking = delivery == .currentGeneration
    return RaceCard(
      title: "the end of the story",
      lines: [
        Line(text: "\(late) of \(counters.answers) answers came late."),
        Line(text: "stale responses: \(kinds.joined(separator: ", "))", role: .extra),
        Line(text: "left: \(outcome(counters))"),
        Line(text: "right\(isChecking ? "" : ", check off"): \(outcome(race.right.counters))"),
        gap,
        Line(text: "The check is three lines:"),
      ] + fix + [
        gap,
        Line(
          text: "\(keys[.toggleFix]): the right side \(isChecking ? "without" : "with") the check"),
        Line(text: "\(keys[.stopOrGo]): the cells behind this card", role: .extra),
      ])
  }

  private static func outcome(_ counters: RaceCounters) -> String {
    let cells = counters.wrongNow == 1 ? "1 cell stays" : "\(counters.wrongNow) cells stay"
    return "\(counters.lateShown) shown, \(cells) wrong"
  }
}
