struct RaceSlide {
  let before: [RaceSideName: RaceGridState]
  /// In rows of cells, downward positive; at most the visible rows.
  let rows: Int
  /// Frames shown so far, including the first.
  private(set) var step = 1
  private let stepCount: Int

  /// Per frame, in real time.
  static let interval = Duration.milliseconds(40)

  init?(from before: [RaceSideName: RaceGridState], byRows rows: Int, stepCount: Int) {
    guard rows != 0, stepCount > 1 else { return nil }
    self.before = before
    self.rows = min(max(rows, -Race.rows), Race.rows)
    self.stepCount = stepCount
  }

  var next: RaceSlide? {
    guard step + 1 < stepCount else { return nil }
    var next = self
    next.step += 1
    return next
  }

  /// Lines scrolled so far, with `lines` per row of cells.
  func offset(lines: Int) -> Int { rows * lines * step / stepCount }
}
