import Browser
import Imaging
import Photos
import Terminal

@MainActor
struct RaceView {
  let player: RacePlayer
  let layout: RaceLayout
  let form: TileForm
  let card: RaceCard?
  let styles: Styles

  private var race: Race { player.race }
  private var explainedCell: Int? { player.explained.map { $0.load.cell + 1 } }
  private var area: Rect { Rect(origin: CellPoint(column: 0, row: 0), size: layout.size) }

  func draw(into frame: inout Frame) {
    guard layout.isUsable else { return drawRefusal(into: &frame.canvas) }
    // The title line describes the state, unless a note or card is shown.
    frame.cursor = CellPoint(column: 1, row: 0)
    drawTitle(into: &frame.canvas)
    for side in layout.sides { draw(side, into: &frame) }
    if layout.laneRows > 0 {
      let timeline = RaceTimeline(
        loads: race.loads, now: race.now, slowest: race.story.latency.milliseconds.upperBound,
        columns: layout.size.columns, rows: layout.laneRows, explainedCell: explainedCell,
        styles: styles)
      let row = layout.grid(of: layout.sides[0]).rows.upperBound + 1
      frame.canvas.draw(timeline.canvas, at: CellPoint(column: 0, row: row), within: area)
    }
    if let card {
      card.draw(into: &frame, area, styles)
    } else {
      drawNote(into: &frame)
    }
  }

  private func drawRefusal(into canvas: inout Canvas) {
    let text = DisplayText("The demo needs a screen of \(RaceLayout.minScreen) or more.")
    for (line, row) in zip(text.wrapped(to: area.size.columns), area.rows) {
      canvas.drawCentred(line, row: row, in: area, style: styles[.text])
    }
  }

  private func draw(_ side: RaceSideName, into frame: inout Frame) {
    let grid = layout.grid(of: side)
    frame.canvas.drawCentred(
      DisplayText(side.heading(player.delivery)), row: grid.origin.row - 1, in: grid,
      style: styles[.key])
    drawGrid(of: side, into: &frame)
    // On a low screen the counters would be beside a box.
    guard layout.hasFrames || (card == nil && player.explained == nil) else { return }
    let counters = race.side(side).counters
    frame.canvas.drawCentred(
      DisplayText(counters.sentence), row: grid.rows.upperBound, in: grid,
      style: counters.wrongNow > 0 ? styles.late : styles[.text])
  }
}

extension RaceView {
  private static let minColumnsForSpeed = 60

  private func drawTitle(into canvas: inout Canvas) {
    let columns = layout.size.columns
    canvas.fill(Rect(column: 0, row: 0, columns: columns, rows: 1), with: styles[.status])
    let pace = [
      "\(race.now.milliseconds) ms",
      columns < Self.minColumnsForSpeed ? nil : "speed \(player.speed)",
      card == .opening ? nil : player.state,
    ].compactMap(\.self).joined(separator: "  ")
    let end = columns - pace.count - 1
    canvas.draw(DisplayText(pace), column: end, row: 0, style: styles[.status])
    let seed = "seed \(race.story.seed)  "
    let titles = [
      ("race of a reused cell  \(seed)", RaceKind.allCases), (seed, RaceKind.allCases),
      ("", RaceKind.allCases), ("", [race.kind]),
    ]
    let title = titles.first { name, kinds in
      name.count + kinds.reduce(0) { $0 + $1.title.count + 2 } < end
    }
    guard let (name, kinds) = title else { return }
    canvas.draw(DisplayText(name), column: 1, row: 0, columns: end, style: styles[.status])
    var column = name.count
    for kind in kinds {
      column += canvas.draw(
        DisplayText(" \(kind.title) "), column: column, row: 0, columns: end,
        style: styles[kind == race.kind ? .key : .status])
    }
  }

  /// Draws the cells of a side, during a scroll between their old and new places.
  func drawGrid(of side: RaceSideName, into frame: inout Frame) {
    let lines = layout.slot(at: 0, of: side).size.rows
    let offset = player.slide?.offset(lines: lines) ?? 0
    if let slide = player.slide {
      // Cells that remain visible are drawn in their new state.
      for (place, cell) in (slide.before[side] ?? []).enumerated() where !slide.keeps(place) {
        draw(cell, at: place, of: side, down: -offset, into: &frame)
      }
    }
    for (place, cell) in race.grid(side).enumerated() {
      let way = (player.slide?.rows ?? 0) * lines
      draw(cell, at: place, of: side, down: way - offset, into: &frame)
    }
  }

  private func draw(
    _ cell: RaceCellState, at place: Int, of side: RaceSideName, down lines: Int,
    into frame: inout Frame
  ) {
    let (slot, room) = (layout.slot(at: place, of: side), layout.grid(of: side))
    let origin = CellPoint(column: slot.origin.column, row: slot.origin.row + lines)
    var canvas = Canvas(size: slot.size)
    let style = cell.isWrong ? styles.late : styles[cell.cell == explainedCell ? .key : .quiet]
    if layout.hasFrames {
      let border = Rect(column: 0, row: 0, columns: slot.size.columns, rows: slot.size.rows - 1)
      canvas.drawBorder(around: border, style, isHeavy: cell.isWrong)
    }
    let name = DisplayText(layout.hasFrames ? " cell \(cell.cell) " : "cell \(cell.cell)")
    canvas.draw(name, column: layout.hasFrames ? 2 : 0, row: 0, style: style)
    canvas.drawCentred(
      DisplayText(cell.caption), row: slot.size.rows - 1, in: canvas.bounds,
      style: cell.isWrong ? styles.late : styles[.text])
    if let tile = cell.content.tile {
      let place = layout.picture.centred(tile.size).origin
      // Such a terminal moves images like characters, without writing or placing each again.
      let movesPixels = form.encoding == .rgb
      frame.draw(
        player.slide == nil || movesPixels ? tile : Tile(canvas: tile.canvas),
        at: CellPoint(column: origin.column + place.column, row: origin.row + place.row),
        within: room)
      canvas.draw(tile.canvas, at: place)
      if let number = cell.shown {
        LargeNumber(number: number, form: form).draw(into: &canvas, layout.picture)
      }
    } else {
      let middle = layout.picture.centred(CellSize(columns: 1, rows: 1))
      canvas.fill(middle, with: styles[.placeholder, "·"])
    }
    frame.canvas.draw(canvas, at: origin, within: room)
  }

  private func drawNote(into frame: inout Frame) {
    guard let answer = player.explained, player.slide == nil,
      let place = (0..<Race.cellCount).first(where: { race.cell(at: $0) == answer.load.cell })
    else { return }
    var box = layout.note(at: place)
    let grid = layout.grid(of: layout.sides[0])
    let end = grid.rows.upperBound + (layout.hasFrames ? 0 : 1)
    let indent = box.size.columns < 24 ? 1 : 2
    let accounts = answer.accounts.map { account in
      account.map { sentence in
        lines(of: sentence, columns: box.size.columns - 2 * indent)
          .map { (text: $0, part: sentence == answer.verdict ? Theme.Part.key : .text) }
      }
    }
    var shown = Array(accounts[0].joined(separator: [(DisplayText(""), .text)]))
    if shown.count > box.size.rows - 2 {
      let pages = accounts.map { Array($0.joined()) }
      shown = pages.first { $0.count <= end - grid.origin.row - 2 } ?? pages[pages.count - 1]
    }
    box.size.rows = min(end - grid.origin.row, max(box.size.rows, shown.count + 2))
    box.origin.row = min(box.origin.row, end - box.size.rows)
    frame.drawBox("what happened", shown, in: box, indent: indent, styles)
  }

  private func lines(of sentence: LateAnswer.Sentence, columns: Int) -> [DisplayText] {
    let whole = DisplayText(sentence.joined(separator: " "))
    guard whole.width > columns else { return [whole] }
    return sentence.flatMap { DisplayText($0).wrapped(to: columns) }
  }
}

extension Styles {
  var late: Glyph {
    var glyph = self[.failure]
    glyph.style.insert(.bold)
    return glyph
  }
}

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

struct LargeNumber {
  let number: PhotoNumber
  let form: TileForm

  /// 3 by 5 blocks per digit; three bits per row, from the top.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 3, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]
  private static let (width, height) = (7, 5)

  /// White on black, or near-black where possible: Konsole and kitty show an image through cells
  /// with exactly the terminal's background.
  private var style: Glyph {
    let isFine = form.colors == .indexed256 || form.colors == .direct
    return Glyph(" ", foreground: .palette(15), background: .palette(isFine ? 232 : 0))
  }

  func draw(into canvas: inout Canvas, _ room: Rect) {
    // Without Unicode there are no half blocks.
    let blocksPerRow = form.symbols == .ascii ? 1 : 2
    let scale = max(
      1,
      min(room.size.columns / (2 * Self.width), room.size.rows * blocksPerRow / (2 * Self.height)))
    let rows = (Self.height * scale + blocksPerRow - 1) / blocksPerRow
    guard room.size.columns >= Self.width, room.size.rows >= rows else {
      return drawSmall(into: &canvas, room)
    }
    let box = room.centred(CellSize(columns: Self.width * scale + 2, rows: rows))
    canvas.fill(box.intersection(room), with: style)
    for row in 0..<rows {
      let (upper, lower) = (row * blocksPerRow, (row + 1) * blocksPerRow - 1)
      for column in 0..<Self.width * scale {
        let block = column / scale
        let glyph = glyph(isInked(block, upper / scale), isInked(block, lower / scale))
        canvas.fill(
          Rect(
            column: box.origin.column + 1 + column, row: box.origin.row + row, columns: 1, rows: 1),
          with: glyph)
      }
    }
  }

  private func drawSmall(into canvas: inout Canvas, _ room: Rect) {
    var style = self.style
    style.style = [.bold, .reverse]
    let row = room.origin.row + (room.size.rows - 1) / 2
    canvas.drawCentred(DisplayText("  \(number)  "), row: row, in: room, style: style)
  }

  private func glyph(_ upper: Bool, _ lower: Bool) -> Glyph {
    var glyph = style
    glyph.scalar = upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
    return glyph
  }

  private func isInked(_ x: Int, _ y: Int) -> Bool {
    guard y < Self.height, x != 3 else { return false }
    let digit = x < 3 ? number.value / 10 % 10 : number.value % 10
    return Self.digits[digit][y] & (4 >> UInt8(x % 4)) != 0
  }
}
