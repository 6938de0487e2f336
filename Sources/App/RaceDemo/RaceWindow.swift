/// The part of a story's time that the lanes show, and where a moment lies in it.
struct RaceWindow: Hashable {
  /// The first moment, since the story began.
  let start: Duration
  /// How long a character cell is, in milliseconds.
  let millisecondsPerColumn: Int
  /// The room, in character cells.
  let columns: Int

  /// The character cells behind the present, for what is said of the last answer.
  private static let margin = 9

  /// Shows the last moments of a story, half as long again as the slowest answer takes.
  /// - Parameters:
  ///   - now: The moment at the right edge, or left of it where the story has just begun.
  ///   - slowest: The longest time that an answer takes.
  ///   - columns: The room, in character cells.
  init(until now: Duration, slowest: Duration, columns: Int) {
    let room = max(1, columns - Self.margin)
    let scale = max(1, (slowest.milliseconds * 3 / 2 + room - 1) / room)
    let first = max(0, now.milliseconds / scale - room)
    self.columns = columns
    millisecondsPerColumn = scale
    start = .milliseconds(first * scale)
  }

  /// The column of a moment, in character cells from the left; negative before the first moment.
  func column(of time: Duration) -> Int {
    let span = (time - start).milliseconds
    return span >= 0 ? span / millisecondsPerColumn : span / millisecondsPerColumn - 1
  }

  /// Round moments that can be named below the lanes, in milliseconds.
  var ticks: [Int] {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    let step = steps.first { $0 / millisecondsPerColumn >= 12 } ?? 100_000
    let first = (start.milliseconds + step - 1) / step * step
    let end = start.milliseconds + columns * millisecondsPerColumn
    return Array(stride(from: first, to: end, by: step))
  }
}
