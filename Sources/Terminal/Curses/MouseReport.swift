import Imaging

struct MouseReport: Hashable {
  enum Kind: Hashable {
    case leftPressed, leftReleased, leftMoved, rightPressed, rightMoved
    case wheelUp, wheelDown, wheelLeft, wheelRight, other
  }

  let kind: Kind
  let point: CellPoint

  init(_ kind: Kind, at point: CellPoint) {
    self.kind = kind
    self.point = point
  }

  /// Mode 1006 (xterm, Mouse Tracking): `<button;column;row` and `M`, or `m` for a release.
  init?(parameters: [UInt8], isRelease: Bool) {
    guard parameters.first == UInt8(ascii: "<") else { return nil }
    let numbers = parameters.dropFirst()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(parameter: $0) }
    guard numbers.count == 3, let button = numbers[0] else { return nil }
    guard let column = numbers[1], let row = numbers[2], column > 0, row > 0 else { return nil }
    self.init(
      Self.kind(button, isRelease: isRelease), at: CellPoint(column: column - 1, row: row - 1))
  }

  /// Parses an X10 report: three characters, each 32 more than its value; a release has button 3.
  init?(legacy characters: [UInt32]) {
    guard characters.count == 3, characters.allSatisfy({ $0 >= 32 && $0 < 0x1000 }) else {
      return nil
    }
    let (column, row) = (Int(characters[1]) - 33, Int(characters[2]) - 33)
    guard column >= 0, row >= 0 else { return nil }
    let button = Int(characters[0]) - 32
    let isRelease = button & 0xC3 == 3
    self.init(
      Self.kind(isRelease ? 0 : button, isRelease: isRelease),
      at: CellPoint(column: column, row: row))
  }

  /// Bits 4, 8 and 16 are Shift, Meta and Control, 32 is motion, 64 the wheel.
  private static func kind(_ button: Int, isRelease: Bool) -> Kind {
    switch button & ~0x1C {
    case 0: isRelease ? .leftReleased : .leftPressed
    case 32 where !isRelease: .leftMoved
    case 2 where !isRelease: .rightPressed
    case 34 where !isRelease: .rightMoved
    case 64 where !isRelease: .wheelUp
    case 65 where !isRelease: .wheelDown
    case 66 where !isRelease: .wheelLeft
    case 67 where !isRelease: .wheelRight
    default: .other
    }
  }
}

struct ClickDetector<C: Clock> where C.Duration == Duration {
  let clock: C
  private(set) var pressed: CellPoint?
  private(set) var dragged: CellPoint?
  private(set) var marked: CellPoint?
  private(set) var last: (point: CellPoint, instant: C.Instant)?

  static var doubleClickLimit: Duration { .milliseconds(400) }

  mutating func action(of report: MouseReport) -> MouseAction? {
    switch report.kind {
    case .wheelUp: return .wheelUp
    case .wheelDown: return .wheelDown
    case .wheelLeft: return .wheelLeft
    case .wheelRight: return .wheelRight
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

  /// The terminal drags something out of the window, and does not report the release.
  mutating func endDrag() { (pressed, dragged) = (nil, nil) }

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
