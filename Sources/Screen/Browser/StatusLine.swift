import Grid
import Imaging
import Pipeline
import Terminal
import Values

/// Draws the last line of the screen: where the selection is and what is known of its photo.
struct StatusLine {
  let status: GridStatus
  /// What the last command has to say; shown instead of the photo's facts.
  let message: String?
  /// What stays to be said; before the photo's facts, and after a message.
  let warning: String?
  /// Whether nothing is asked of the network.
  let isOffline: Bool
  /// What is being read, while there are no photos yet; foreign text.
  let opening: String?
  /// What has been typed of a command.
  let pending: String

  func draw(into canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    let line = Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)
    canvas.fill(line, with: Theme.status)
    let right = DisplayText(trailing)
    let place = CellPoint(column: canvas.size.columns - 1 - right.width, row: row)
    canvas.draw(right, at: place, columns: right.width, look: Theme.status)
    drawLeading(into: &canvas, row: row, columns: place.column - (right.width > 0 ? 2 : 0))
  }

  /// Draws the parts that fit, the most important first; of the photo's facts only its name is cut.
  private func drawLeading(into canvas: inout Canvas, row: Int, columns: Int) {
    var column = 1
    let said = [message, warning].compactMap { $0.map { DisplayText($0) } }
    let facts = message == nil ? facts : []
    let mayBeCut = Set((status.count > 0 ? [] : [position]) + said + facts.prefix(1))
    for part in [position] + said + facts where part.width > 0 {
      let room = columns - column
      guard part.width <= room || (room > 0 && mayBeCut.contains(part)) else { return }
      column += canvas.draw(
        part, at: CellPoint(column: column, row: row), columns: room, look: Theme.status)
      column += 2
    }
  }

  private var position: DisplayText {
    guard status.count > 0 else {
      return DisplayText(status.isReading ? opening.map { "opening \($0) …" } ?? "" : "no photos")
    }
    return DisplayText("\(status.position)/\(status.count)\(status.hasMore ? "+" : "")")
  }

  /// The selected photo's name, dimensions, bytes, origin and time, when and by which camera it was
  /// taken, or why it has no picture.
  private var facts: [DisplayText] {
    var facts = [DisplayText(sanitising: status.name)]
    if let picture = status.picture {
      let (info, provenance) = (picture.info, picture.provenance)
      if !info.isComplete { facts.append(DisplayText("truncated")) }
      if let size = info.size { facts.append(DisplayText("\(size)")) }
      facts.append(DisplayText("\(ByteCount(info.byteCount))"))
      facts.append(DisplayText("\(provenance.text) \(LoadTime(provenance.loadTime))"))
      if let date = info.captureDate { facts.append(DisplayText("\(date)")) }
      if let camera = info.camera { facts.append(DisplayText(camera)) }
    } else if let reason = status.failureReason {
      facts.append(DisplayText(reason))
    }
    return facts
  }

  private var trailing: String {
    var parts: [String] = []
    if status.skippedCount > 0 { parts.append("\(status.skippedCount) passed over") }
    if isOffline { parts.append("offline") }
    if status.isReading { parts.append("reading") }
    if !pending.isEmpty { parts.append(pending) }
    return parts.joined(separator: "  ")
  }
}
