import Browser
import Imaging
import Photos
import Terminal

struct RaceCard: Hashable {
  let title: String
  let lines: [Line]
  /// Whether it is at the bottom, so that cells stay visible above.
  let isBelow: Bool

  struct Line: Hashable {
    let text: String
    /// Quiet lines are left out on a low screen.
    var part = Theme.Part.text

    /// Without space for a line of code, leaves out its comment, which follows two blanks.
    fileprivate func wrapped(to columns: Int) -> [BoxLine] {
      let code = text[..<(text.firstRange(of: "  ")?.lowerBound ?? text.endIndex)]
      let isWide = text.count > columns
      return (isWide ? DisplayText(String(code)).wrapped(to: columns) : [DisplayText(text)])
        .map { ($0, part) }
    }
  }

  private static let gap = Line(text: "", part: .quiet)
  private static let widest = 72

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
      Line(text: "Press any key"),
    ], isBelow: false)

  @MainActor
  static func ending(of race: Race, _ delivery: DeliveryPolicy) -> RaceCard {
    let (counters, keys) = (race.left.counters, BoundKeys(.race))
    let late = counters.lateShown + counters.lateDropped
    let kinds = RaceKind.allCases.map { "\($0.rawValue) \(race.lateCount(of: $0))" }
    let isChecking = delivery == .currentGeneration
    return RaceCard(
      title: "the end of the story",
      lines: [
        Line(text: "\(late) of \(counters.answers) answers came late."),
        Line(text: "stale responses: \(kinds.joined(separator: ", "))", part: .quiet),
        Line(text: "left: \(outcome(counters))"),
        Line(text: "right\(isChecking ? "" : ", check off"): \(outcome(race.right.counters))"),
        gap,
        Line(text: "The check is three lines:"),
        Line(text: "generation += 1                            // at every bind", part: .key),
        Line(text: "let asked = generation                     // kept by every load", part: .key),
        Line(text: "guard asked == generation else { return }  // at every answer", part: .key),
        gap,
        Line(
          text: "\(keys[.toggleFix]): the right side \(isChecking ? "without" : "with") the check"),
        Line(text: "\(keys[.stopOrGo]): the cells behind this card", part: .quiet),
      ], isBelow: true)
  }

  private static func outcome(_ counters: RaceCounters) -> String {
    let cells = counters.wrongNow == 1 ? "1 cell stays" : "\(counters.wrongNow) cells stay"
    return "\(counters.lateShown) shown, \(cells) wrong"
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    let columns = min(area.size.columns, Self.widest)
    var shown = lines.flatMap { $0.wrapped(to: columns - 4) }
    if shown.count > area.size.rows - 2 {
      shown = lines.filter { $0.part != .quiet }.flatMap { $0.wrapped(to: columns - 4) }
    }
    var box = area.centred(CellSize(columns: columns, rows: min(area.size.rows, shown.count + 2)))
    if isBelow { box.origin.row = area.rows.upperBound - box.size.rows }
    frame.drawBox(title, shown, in: box, indent: 2, styles)
  }
}

typealias BoxLine = (text: DisplayText, part: Theme.Part)

extension Frame {
  mutating func drawBox(
    _ title: String, _ lines: [BoxLine], in box: Rect, indent: Int, _ styles: Styles
  ) {
    var panel = Canvas(size: box.size)
    panel.drawFrame(titled: title, styles, border: .key)
    for (line, row) in zip(lines, panel.bounds.rows.dropFirst().dropLast()) {
      panel.draw(
        line.text, column: indent, row: row, columns: box.size.columns - 2 * indent,
        style: styles[line.part])
    }
    cover(with: panel, at: box.origin)
  }
}
