import Base
import Imaging
import Photos

/// The result of a story played to its end without a screen.
@MainActor
package struct RaceReport {
  package let story: RaceStory
  /// The side that shows every response.
  package let left: RaceCounters
  /// The side with the browser's own cells, which drop stale ones.
  package let right: RaceCounters
  private let lateCounts: [(kind: RaceKind, count: Int)]

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

  /// Whether the fix worked throughout, and the bug occurred on the other side.
  package var isProof: Bool { !right.hasShownLate && left.hasShownLate }

  package var table: String {
    let head = line("seed \(story.seed), \(story.latency)", "left", "right")
    let counters = zip(rows(left), rows(right)).map { line($0.words, "\($0.count)", "\($1.count)") }
    let kinds = lateCounts.map { line("late, \($0.kind.words)", "\($0.count)", "\($0.count)") }
    return """
      left shows whatever comes, right checks whose answer it is
      \(head)\((counters + kinds).joined())
      """
  }

  /// One line of JSON (RFC 8259) with a newline.
  package var json: String {
    let report: JSONValue = [
      "seed": JSONValue(story.seed), "latency": .string("\(story.latency)"), "left": json(left),
      "right": json(right),
    ]
    return "\(report)\n"
  }

  /// In order; names for JSON, words for the table.
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
  func lateCount(of kind: RaceKind) -> Int {
    loads.count { $0.kind == kind && $0.lateness != nil }
  }
}
