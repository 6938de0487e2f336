import Imaging
import Terminal

/// Draws the first line: which story, what kind of it, and how it goes.
struct RaceTitleView {
  let story: RaceStory
  let kind: RaceKind
  /// How far the story is.
  let now: Duration
  let speed: RaceSpeed
  /// Whether the story goes on, in words; nil before it has begun.
  let state: String?
  let theme: RaceTheme

  private static let leastColumnsForSpeed = 60

  func draw(into canvas: inout Canvas) {
    let line = Rect(column: 0, row: 0, columns: canvas.size.columns, rows: 1)
    canvas.fill(line, with: theme.bar)
    let right = DisplayText(pace(columns: line.size.columns))
    let room = line.size.columns - right.width - 1
    canvas.draw(
      right, at: CellPoint(column: room, row: 0), columns: right.width, style: theme.bar)
    drawLeading(into: &canvas, columns: room - 1)
  }

  private func pace(columns: Int) -> String {
    let speed = columns < Self.leastColumnsForSpeed ? nil : "speed \(speed)"
    return ["\(now.milliseconds) ms", speed, state].compactMap(\.self).joined(separator: "  ")
  }

  /// Draws the name of the story and the kinds of it, as many as there is room for.
  private func drawLeading(into canvas: inout Canvas, columns: Int) {
    let names = ["race of a reused cell  seed \(story.seed)  ", "seed \(story.seed)  ", ""]
    let pages = names.map { ($0, RaceKind.allCases) } + [("", [kind])]
    let page = pages.first { name, kinds in
      name.count + kinds.reduce(0) { $0 + $1.title.count + 2 } <= columns
    }
    guard let (name, kinds) = page else { return }
    var column = 1
    column += canvas.draw(
      DisplayText(name), at: CellPoint(column: column, row: 0), columns: columns,
      style: theme.bar)
    for kind in kinds {
      // The kind that is told now stands out of the bar.
      column += canvas.draw(
        DisplayText(" \(kind.title) "), at: CellPoint(column: column - 1, row: 0), columns: columns,
        style: kind == self.kind ? theme.chapter : theme.bar)
    }
  }
}
