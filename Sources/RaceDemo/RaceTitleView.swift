import Imaging
import Terminal

/// Draws the title line: story, chapter, time and state.
struct RaceTitleView {
  let story: RaceStory
  let kind: RaceKind
  let now: Duration
  let speed: RaceSpeed
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
      column += canvas.draw(
        DisplayText(" \(kind.title) "), at: CellPoint(column: column - 1, row: 0), columns: columns,
        style: kind == self.kind ? theme.chapter : theme.bar)
    }
  }
}
