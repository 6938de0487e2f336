import Base
import Imaging
package import Photos

@MainActor
package struct RaceReport {
  package let story: RaceStory
  package let left: RaceCounters
  /// The side with the browser's own cells, which drop stale ones.
  package let right: RaceCounters
  private let lateCounts: [(kind: RaceKind, count: Int)]

  package init(of story: RaceStory, delivery: DeliveryPolicy = .currentGeneration) {
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
    var lines = [("seed \(story.seed), \(story.latency)", "left", "right")]
    lines += zip(rows(left), rows(right)).map { ($0.words, "\($0.count)", "\($1.count)") }
    lines += lateCounts.map { ("late, \($0.kind.rawValue)", "\($0.count)", "\($0.count)") }
    let table = lines.map { words, left, right in
      words + blanks(36 - words.count - left.count) + left + blanks(8 - right.count) + right + "\n"
    }
    return "left shows whatever comes, right checks whose answer it is\n" + table.joined()
  }

  /// One line of JSON (RFC 8259) with a newline.
  package var json: String {
    let report: JSONValue = [
      "seed": JSONValue(story.seed), "latency": .string("\(story.latency)"), "left": json(left),
      "right": json(right),
    ]
    return "\(report)\n"
  }

  private func rows(_ counters: RaceCounters) -> [(name: String, words: String, count: Int)] {
    [
      ("requests", "requests", counters.requests),
      ("answers", "answers", counters.answers),
      ("late_shown", "late answers shown", counters.lateShown),
      ("late_dropped", "late answers dropped", counters.lateDropped),
      ("most_wrong_at_once", "cells wrong at once, most", counters.maxWrong),
      ("wrong_at_end", "cells wrong at the end", counters.wrongNow),
    ]
  }

  private func json(_ counters: RaceCounters) -> JSONValue {
    let late = JSONValue(
      lateCounts.map { kind, count in
        (kind.rawValue.split(separator: " ").joined(separator: "_"), JSONValue(count))
      })
    return JSONValue(rows(counters).map { ($0.name, JSONValue($0.count)) } + [("late", late)])
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
