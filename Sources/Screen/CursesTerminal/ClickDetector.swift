import Imaging
import Terminal

/// Turns reports of the mouse into clicks, double clicks, drags and marks.
nonisolated struct ClickDetector<C: Clock> where C.Duration == Duration {
  private let clock: C
  private var pressed: CellPoint?
  /// Where the mouse was last while the button is held down.
  private var dragged: CellPoint?
  /// Where the mouse was last while the right button was held down.
  private var marked: CellPoint?
  private var last: (point: CellPoint, instant: C.Instant)?

  /// Makes a detector that measures the time between clicks on a clock.
  init(clock: C) {
    self.clock = clock
  }

  /// The longest time between two clicks that make a double click.
  static var doubleClickLimit: Duration { .milliseconds(400) }

  /// What a report means; nil for one that is only a part of something, or of no interest.
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
      // A release elsewhere ends a drag, which is not a click.
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
      // A third click at once begins a new pair.
      self.last = nil
      return .doubleClick
    }
    last = (point, now)
    return .click
  }
}
