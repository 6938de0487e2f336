import Imaging

/// Converts mouse reports to clicks, double clicks, drags and marks.
struct ClickDetector<C: Clock> where C.Duration == Duration {
  private let clock: C
  private var pressed: CellPoint?
  private var dragged: CellPoint?
  private var marked: CellPoint?
  private var last: (point: CellPoint, instant: C.Instant)?

  init(clock: C) {
    self.clock = clock
  }

  static var doubleClickLimit: Duration { .milliseconds(400) }

  /// Nil for a report that does not complete an action.
  mutating func action(of report: MouseReport) -> MouseAction? {
    switch report.kind {
    case .wheelUp: return .wheelUp
    case .wheelDown: return .wheelDown
    case .other: return nil
    case .rightPressed:
      marked = report.point
      return .mark
    case .rightMoved:
      defer { marked = report.point }
      return marked == report.point ? nil : .markDrag
    case .leftPressed:
      (pressed, dragged) = (report.point, report.point)
      return nil
    case .leftMoved: return drag(to: report.point)
    case .leftReleased:
      // A release at another place ends a drag and is not a click.
      defer { (pressed, dragged) = (nil, nil) }
      return pressed == report.point ? click(at: report.point) : nil
    }
  }

  private mutating func drag(to point: CellPoint) -> MouseAction? {
    guard let from = dragged, from != point else { return nil }
    (pressed, dragged) = (nil, point)
    return .drag(columns: point.column - from.column, rows: point.row - from.row)
  }

  private mutating func click(at point: CellPoint) -> MouseAction {
    let now = clock.now
    if let last, last.point == point, last.instant.duration(to: now) <= Self.doubleClickLimit {
      self.last = nil
      return .doubleClick
    }
    last = (point, now)
    return .click
  }
}
