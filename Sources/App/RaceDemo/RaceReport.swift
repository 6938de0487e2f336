import Grid
import Imaging
import Values

/// A story told to its end without a screen, and what it came to.
@MainActor
package struct RaceReport {
  /// The story.
  package let story: RaceStory
  /// The side that shows whatever comes.
  package let left: RaceCounters
  /// The side that checks whose answer it is: the browser's own cells.
  package let right: RaceCounters
  /// How many answers came late, by the kind of story.
  private let lateCounts: [(kind: RaceKind, count: Int)]

  /// Tells a story to its end.
  package init(of story: RaceStory) {
    self.init(of: story, delivery: .currentGeneration)
  }

  init(of story: RaceStory, delivery: DeliveryPolicy) {
    let pictures = NumberedPictures(
      cells: CellSize(columns: 4, rows: 1), form: TileForm(symbols: .ascii, colors: .none))
    let race = Race(story: story, pictures: pictures, delivery: delivery)
    while race.nextTime != nil { race.advance() }
    self.story = story
    left = race.left.counters
    right = race.right.counters
    lateCounts = RaceKind.allCases.map { ($0, race.lateCount(of: $0)) }
  }

  /// Whether the fix held at every moment, and the bug was there to be fixed.
  package var isProof: Bool { !right.hasShownLate && left.hasShownLate }

  /// Everything as a table for people, lines ended.
  package var table: String {
    let head = line("seed \(story.seed), \(story.latency)", "left", "right")
    let counters = zip(rows(left), rows(right)).map { line($0.words, "\($0.count)", "\($1.count)") }
    let kinds = lateCounts.map { line("late, \($0.kind.words)", "\($0.count)", "\($0.count)") }
    return """
      left shows whatever comes, right checks whose answer it is
      \(head)\((counters + kinds).joined())
      """
  }

  /// Everything as one JSON object (RFC 8259), on one line that is ended.
  package var json: String {
    let report: JSONValue = [
      "seed": JSONValue(story.seed), "latency": .string("\(story.latency)"), "left": json(left),
      "right": json(right),
    ]
    return "\(report)\n"
  }

  /// The counters in their order, each with its name for programs and its words for people.
  private func rows(_ counters: RaceCounters) -> [(name: String, words: String, count: Int)] {
    [
      ("requests", "requests", counters.requests),
      ("answers", "answers", counters.answers),
      ("late_shown", "late answers shown", counters.lateShown),
      ("late_dropped", "late answers dropped", counters.lateDropped),
      ("most_wrong_at_once", "cells wrong at once, most", counters.mostWrong),
      ("wrong_at_end", "cells wrong at the end", counters.wrongNow),
    ]
  }

  private func json(_ counters: RaceCounters) -> JSONValue {
    let late = JSONValue(lateCounts.map { ($0.kind.name, JSONValue($0.count)) })
    return JSONValue(rows(counters).map { ($0.name, JSONValue($0.count)) } + [("late", late)])
  }

  private func line(_ name: String, _ left: String, _ right: String) -> String {
    pad(name, 28, onLeft: false) + pad(left, 8) + pad(right, 8) + "\n"
  }

  private func pad(_ text: String, _ width: Int, onLeft: Bool = true) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return onLeft ? blanks + text : text + blanks
  }
}

extension Race {
  /// How many answers have come late in the stories of a kind.
  func lateCount(of kind: RaceKind) -> Int {
    loads.count { $0.kind == kind && $0.lateness != nil }
  }
}
