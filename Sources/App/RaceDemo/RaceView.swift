import Grid
import Imaging
import Terminal

/// Draws the whole demo: both grids, the counters and the log.
@MainActor
struct RaceView {
  let race: Race
  let delivery: DeliveryPolicy
  let symbols: SymbolSet
  /// What stands in the first line after the seed: the speed, and whether the story goes on.
  let pace: String

  func draw(into frame: inout Frame, _ layout: RaceLayout) {
    drawTitle(into: &frame.canvas)
    for (side, (heading, grid)) in sides.enumerated() {
      let room = layout.heading(ofSide: side)
      frame.canvas.drawCentred(DisplayText(heading), row: 1, in: room, style: RaceTheme.heading)
      for place in 0..<Race.cellCount {
        RaceSlotView(state: grid.look(at: race.cell(at: place)), symbols: symbols)
          .draw(into: &frame, layout.slot(side: side, place: place))
      }
    }
    drawCounters(into: &frame.canvas, layout.counters)
    drawLog(into: &frame.canvas, layout.log)
  }

  private var sides: [(String, RaceSide)] {
    let right =
      delivery == .currentGeneration
      ? "PhotoCell: drops stale responses" : "PhotoCell, FIX OFF: applies everything"
    return [("naive: applies every response", race.naive), (right, race.guarded)]
  }

  private func drawTitle(into canvas: inout Canvas) {
    let time = "\(race.now / .milliseconds(1))".prefix { $0 != "." }
    let title = " race of a reused cell  seed \(race.story.seed)  \(race.story.latency)"
    let line = Rect(column: 0, row: 0, columns: canvas.size.columns, rows: 1)
    canvas.fill(line, with: RaceTheme.bar)
    canvas.draw(
      DisplayText("\(title)  \(time) ms  \(pace)"), at: line.origin, columns: line.size.columns,
      style: RaceTheme.bar)
  }

  private func drawCounters(into canvas: inout Canvas, _ room: Rect) {
    let head = ["requests", "responses", "stale applied", "stale dropped", "wrong now"]
    let rows =
      [("", head)]
      + zip(["naive", "PhotoCell"], sides).map { name, side in
        (name, numbers(side.1.counters).map(String.init))
      }
    for ((name, columns), row) in zip(rows, room.rows) {
      canvas.draw(DisplayText(name), at: CellPoint(column: 1, row: row), columns: 11)
      var right = 11
      for (text, title) in zip(columns, head) {
        right += title.count + 2
        let isAlarm = title == head[4] && text != "0" && text != title
        canvas.draw(
          DisplayText(text), at: CellPoint(column: right - text.count, row: row),
          columns: text.count, style: isAlarm ? RaceTheme.stale : .blank)
      }
    }
  }

  private func numbers(_ counters: RaceCounters) -> [Int] {
    [
      counters.requests, counters.responses, counters.staleApplied, counters.staleDropped,
      counters.wrongNow,
    ]
  }

  private func drawLog(into canvas: inout Canvas, _ room: Rect) {
    for (line, row) in zip(race.log.suffix(room.size.rows), room.rows) {
      canvas.draw(
        DisplayText(line.description), at: CellPoint(column: 0, row: row),
        columns: room.size.columns, style: line.isStale ? RaceTheme.stale : .blank)
    }
  }
}

/// The colours and styles of the demo, from the terminal's own palette.
enum RaceTheme {
  static let bar = Glyph(" ", style: .reverse)
  static let heading = Glyph(" ", style: .bold)
  static let stale = Glyph(" ", foreground: .palette(9), style: .bold)
  static let placeholder = Glyph("·", style: .dim)
}
