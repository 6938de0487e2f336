import Grid
import Imaging
import Pipeline
package import Terminal
import Values

/// The last line of the screen: where one is, what was said, and what is known of it.
package struct StatusLine {
  /// Where one is; nothing where that is no place among others.
  package var position = DisplayText("")
  /// Whether the position may be cut, as a sentence may and a number may not.
  package var mayCutPosition = false
  /// What there is to say in the place of the facts, until the next key; foreign text.
  package var message: String?
  /// What stays to be said, before the facts and after a message; foreign text.
  package var warning: String?
  /// What is known, the most important first; only the first is cut.
  package var facts: [DisplayText] = []
  /// What stands at the right edge.
  package var trailing: [String] = []

  /// A line that says nothing.
  package init() {}

  /// A line that says only some facts.
  package init(facts: [String]) {
    self.facts = facts.map { DisplayText($0) }
  }

  func draw(into canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    let line = Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)
    canvas.fill(line, with: Theme.status)
    let right = DisplayText(trailing.filter { !$0.isEmpty }.joined(separator: "  "))
    let place = CellPoint(column: canvas.size.columns - 1 - right.width, row: row)
    canvas.draw(right, at: place, columns: right.width, style: Theme.status)
    drawLeading(into: &canvas, row: row, columns: place.column - (right.width > 0 ? 2 : 0))
  }

  /// Draws the parts that fit, the most important first.
  private func drawLeading(into canvas: inout Canvas, row: Int, columns: Int) {
    var column = 1
    let said = [message, warning].compactMap { $0.map { DisplayText($0) } }
    let facts = message == nil ? facts : []
    let mayBeCut = Set((mayCutPosition ? [position] : []) + said + facts.prefix(1))
    for part in [position] + said + facts where part.width > 0 {
      let room = columns - column
      guard part.width <= room || (room > 0 && mayBeCut.contains(part)) else { return }
      column += canvas.draw(
        part, at: CellPoint(column: column, row: row), columns: room, style: Theme.status)
      column += 2
    }
  }
}

extension StatusLine {
  /// Says what is known of a grid and its selected photo.
  /// - Parameters:
  ///   - status: What is known.
  ///   - isOffline: Whether nothing is asked of the network.
  ///   - opening: What is being read, while there are no photos yet; foreign text.
  init(_ status: GridStatus, isOffline: Bool, opening: String?) {
    mayCutPosition = status.count == 0
    position = Self.position(status, opening: opening)
    facts = Self.facts(status)
    if status.skippedCount > 0 { trailing.append("\(status.skippedCount) passed over") }
    if isOffline { trailing.append("offline") }
    if status.isReading { trailing.append("reading") }
  }

  private static func position(_ status: GridStatus, opening: String?) -> DisplayText {
    guard status.count > 0 else {
      return DisplayText(status.isReading ? opening.map { "opening \($0) …" } ?? "" : "no photos")
    }
    return DisplayText("\(status.position)/\(status.count)\(status.hasMore ? "+" : "")")
  }

  /// The selected photo's name, dimensions, bytes, origin and time, when and by which camera it was
  /// taken, or why it has no picture.
  private static func facts(_ status: GridStatus) -> [DisplayText] {
    var facts = [DisplayText(sanitising: status.name)]
    if let info = status.info {
      if !info.isComplete { facts.append(DisplayText("truncated")) }
      if let size = info.size { facts.append(DisplayText("\(size)")) }
      facts.append(DisplayText("\(ByteCount(info.byteCount))"))
      if let provenance = status.provenance {
        facts.append(DisplayText("\(provenance.text) \(LoadTime(provenance.loadTime))"))
      }
      if let date = info.captureDate { facts.append(DisplayText("\(date)")) }
      if let camera = info.camera { facts.append(DisplayText(camera)) }
    } else if let reason = status.failureReason {
      facts.append(DisplayText(reason))
    }
    return facts
  }
}
