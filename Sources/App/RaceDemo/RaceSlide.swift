/// The way of both grids from one place to another, so that one sees cells move.
struct RaceSlide {
  /// What the grids looked like before.
  let before: [RaceSideName: RaceGridState]
  /// How far it goes, in rows of cells, downwards positive; never more than all that is seen.
  let rows: Int
  /// How many pictures of the way have been shown, the first at once.
  private(set) var step = 1
  private let stepCount: Int

  /// How long each picture of the way is shown, in real time.
  static let interval = Duration.milliseconds(40)

  /// Begins a way, which is over at once where it has no pictures.
  init?(from before: [RaceSideName: RaceGridState], byRows rows: Int, stepCount: Int) {
    guard rows != 0, stepCount > 1 else { return nil }
    self.before = before
    self.rows = min(max(rows, -Race.rows), Race.rows)
    self.stepCount = stepCount
  }

  /// The next picture; nil where that is the end of the way.
  var next: RaceSlide? {
    guard step + 1 < stepCount else { return nil }
    var next = self
    next.step += 1
    return next
  }

  /// How far the way is, in lines, where a row of cells has so many.
  func offset(lines: Int) -> Int { rows * lines * step / stepCount }
}
