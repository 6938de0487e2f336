struct RaceWindow: Hashable {
  /// Since the start of the story.
  let start: Duration
  let millisecondsPerColumn: Int
  /// In character cells.
  let columns: Int

  /// Character cells after the present, for the last response's mark.
  private static let margin = 9

  /// Shows one and a half times the slowest response, up to `now`; `columns` in character cells.
  init(until now: Duration, slowest: Duration, columns: Int) {
    let room = max(1, columns - Self.margin)
    let scale = max(1, (slowest.milliseconds * 3 / 2 + room - 1) / room)
    let first = max(0, now.milliseconds / scale - room)
    self.columns = columns
    millisecondsPerColumn = scale
    start = .milliseconds(first * scale)
  }

  /// In character cells; negative before `start`.
  func column(of time: Duration) -> Int {
    let span = (time - start).milliseconds
    return span >= 0 ? span / millisecondsPerColumn : span / millisecondsPerColumn - 1
  }

  /// Round times for the axis, in milliseconds.
  var ticks: [Int] {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    let step = steps.first { $0 / millisecondsPerColumn >= 12 } ?? 100_000
    let first = (start.milliseconds + step - 1) / step * step
    let end = start.milliseconds + columns * millisecondsPerColumn
    return Array(stride(from: first, to: end, by: step))
  }
}
