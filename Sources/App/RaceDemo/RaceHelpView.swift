import Imaging
import Terminal

/// Draws every key of the demo, and what is to be seen in it.
struct RaceHelpView {
  private static let words = [
    "Both grids run the same scroll over the same photos, with the same response times.",
    "A framed cell shows another photo than its own: the number in it is not the one below.",
  ]

  func draw(into canvas: inout Canvas) {
    for (command, row) in zip(RaceCommand.allCases, 1...) {
      let keys = command.keys.map(\.description).joined(separator: ", ")
      canvas.draw(
        DisplayText(keys), at: CellPoint(column: 2, row: row), columns: 10,
        look: RaceLook.heading)
      canvas.draw(
        DisplayText(command.help), at: CellPoint(column: 14, row: row),
        columns: canvas.size.columns - 15)
    }
    let lines = Self.words.flatMap { DisplayText($0).wrapped(to: canvas.size.columns - 4) }
    for (line, row) in zip(lines, (RaceCommand.allCases.count + 2)...) {
      canvas.draw(line, at: CellPoint(column: 2, row: row), columns: canvas.size.columns - 4)
    }
  }
}
