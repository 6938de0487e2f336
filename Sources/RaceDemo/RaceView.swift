import Imaging
import Photos
import Terminal

@MainActor
struct RaceView {
  let player: RacePlayer
  let layout: RaceLayout
  let form: TileForm
  let card: RaceCard?
  let theme: RaceTheme

  private var symbols: RaceSymbols { RaceSymbols(form.symbols) }
  private var race: Race { player.run.race }
  private var explainedCell: Int? { player.explained.map { $0.load.cell + 1 } }
  private var area: Rect { Rect(origin: CellPoint(column: 0, row: 0), size: layout.size) }

  func draw(into frame: inout Frame) {
    guard layout.isUsable else { return drawSentence(into: &frame.canvas) }
    // The title line describes the state, unless a note or card is shown.
    frame.cursor = CellPoint(column: 1, row: 0)
    RaceTitleView(
      story: race.story, kind: race.kind, now: race.now, speed: player.speed,
      state: card == .opening ? nil : player.state, theme: theme
    ).draw(into: &frame.canvas)
    for side in layout.sides { draw(side, into: &frame) }
    drawLanes(into: &frame.canvas)
    drawNote(into: &frame)
    if let card {
      RaceCardView(card: card, symbols: symbols, theme: theme)
        .draw(into: &frame, area, isBelow: card != .opening)
    }
  }

  private func drawSentence(into canvas: inout Canvas) {
    let least = RaceLayout.leastScreen
    let lines = DisplayText("The demo needs a screen of \(least) or more.")
      .wrapped(to: area.size.columns)
    for (line, row) in zip(lines, area.rows) {
      canvas.drawCentred(line, row: row, in: area, style: theme.text)
    }
  }

  private func draw(_ side: RaceSideName, into frame: inout Frame) {
    frame.canvas.drawCentred(
      DisplayText(side.heading(player.run.delivery)), row: 1, in: layout.heading(of: side),
      style: theme.heading)
    RaceGridView(
      state: race.grid(side), before: player.slide?.before[side], slide: player.slide,
      explainedCell: explainedCell, form: form,
      theme: theme
    ).draw(into: &frame, layout, layout.grid(of: side))
    // On a low screen they would be beside a box.
    guard layout.hasFrames || (card == nil && player.explained == nil) else { return }
    let counters = race.side(side).counters
    let line = layout.counters(of: side)
    frame.canvas.drawCentred(
      DisplayText(counters.sentence), row: line.origin.row, in: line,
      style: counters.wrongNow > 0 ? theme.late : theme.text)
  }

  private func drawLanes(into canvas: inout Canvas) {
    guard layout.laneRows > 0 else { return }
    let room = layout.lanes
    let window = RaceWindow(
      until: race.now, slowest: .milliseconds(race.story.latency.milliseconds.upperBound),
      columns: room.size.columns - RaceLayout.laneLabelColumns)
    let lanes = (0..<Race.cellCount).map { cell in
      RaceLane(
        race.loads.filter { $0.cell == cell }, until: race.now, in: window, rows: layout.laneRows,
        symbols)
    }
    let view = RaceLanesView(
      lanes: lanes, window: window, rows: layout.laneRows, hasAxis: layout.hasAxis,
      explainedCell: explainedCell, theme: theme)
    canvas.draw(view.draw(columns: room.size.columns), at: room.origin)
  }

  private func drawNote(into frame: inout Frame) {
    guard let answer = player.explained, player.slide == nil, card == nil,
      let place = (0..<Race.cellCount).first(where: { race.cell(at: $0) == answer.load.cell })
    else { return }
    let grid = layout.grid(of: layout.sides[0])
    let limits = Rect(
      column: 0, row: grid.origin.row, columns: layout.size.columns,
      rows: grid.size.rows + (layout.hasFrames ? 0 : 1))
    RaceNoteView(answer: answer, symbols: symbols, theme: theme)
      .draw(into: &frame, layout.note(at: place), within: limits)
  }
}

extension RaceCounters {
  var sentence: String {
    "late: \(lateShown) shown, \(lateDropped) dropped  wrong now: \(wrongNow)"
  }
}

extension Frame {
  /// Restores rows of `behind` outside `room`, in its columns, to clip what extends beyond it.
  ///
  /// `behind` must have the size of the frame.
  mutating func restore(_ behind: Canvas, outside room: Rect) {
    let end = min(room.rows.upperBound, size.rows)
    for rows in [0..<max(0, room.rows.lowerBound), end..<size.rows] where !rows.isEmpty {
      let origin = CellPoint(column: room.origin.column, row: rows.lowerBound)
      var strip = Canvas(size: CellSize(columns: room.size.columns, rows: rows.count))
      strip.draw(behind, at: CellPoint(column: -origin.column, row: -origin.row))
      cover(with: strip, at: origin)
    }
  }
}
