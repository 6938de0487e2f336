import Grid
import Imaging
import Values

/// A story told to its end without a screen, and what it came to.
@MainActor
package struct RaceReport {
  /// What the story followed from.
  package let seed: UInt64
  /// The side that shows whatever comes.
  package let naive: RaceCounters
  /// The side of the browser's own cells.
  package let viewModel: RaceCounters

  /// Tells a story to its end.
  package init(of story: RaceStory) {
    self.init(of: story, delivery: .currentGeneration)
  }

  init(of story: RaceStory, delivery: DeliveryPolicy) {
    let pictures = NumberedPictures(
      cells: CellSize(columns: 4, rows: 1), form: TileForm(symbols: .ascii, colors: .none))
    let race = Race(story: story, pictures: pictures, delivery: delivery)
    while race.nextTime != nil { race.advance() }
    seed = story.seed
    naive = race.naive.counters
    viewModel = race.guarded.counters
  }

  /// Whether the fix held at every moment, and the bug was there to be fixed.
  package var isProof: Bool { !viewModel.hasShownStale && naive.hasShownStale }

  /// The counters as a table for people, lines ended.
  package var table: String {
    let rows = [
      ("requests", naive.requests, viewModel.requests),
      ("responses", naive.responses, viewModel.responses),
      ("stale applied", naive.staleApplied, viewModel.staleApplied),
      ("stale dropped", naive.staleDropped, viewModel.staleDropped),
      ("cells wrong at once, most", naive.mostWrong, viewModel.mostWrong),
      ("cells wrong at rest", naive.wrongNow, viewModel.wrongNow),
    ]
    let head = line("seed \(seed)", "naive", "view model")
    return head + rows.map { line($0.0, "\($0.1)", "\($0.2)") }.joined()
  }

  /// The counters as one JSON object (RFC 8259), on one line that is ended.
  package var json: String {
    let report: JSONValue = [
      "seed": JSONValue(seed), "naive": json(naive), "view_model": json(viewModel),
    ]
    return "\(report)\n"
  }

  private func json(_ counters: RaceCounters) -> JSONValue {
    [
      "requests": JSONValue(counters.requests), "responses": JSONValue(counters.responses),
      "stale_applied": JSONValue(counters.staleApplied),
      "stale_dropped": JSONValue(counters.staleDropped),
      "wrong_at_rest": JSONValue(counters.wrongNow),
    ]
  }

  private func line(_ name: String, _ left: String, _ right: String) -> String {
    pad(name, 26, onLeft: false) + pad(left, 8) + pad(right, 12) + "\n"
  }

  private func pad(_ text: String, _ width: Int, onLeft: Bool = true) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return onLeft ? blanks + text : text + blanks
  }
}
