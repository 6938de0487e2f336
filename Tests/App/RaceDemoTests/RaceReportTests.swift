import Grid
import TestSupport
import Testing

@testable import RaceDemo
import Values

@MainActor
@Suite("The report of a race", .timeLimit(.minutes(10)))
struct RaceReportTests {
  /// A thousand stories, each with latencies of its own.
  private static var stories: [RaceStory] {
    var random = SplitMix64(seed: 20)
    return (UInt64(1)...1000).map { seed in
      let low = Int.random(in: 0...400, using: &random)
      let high = Int.random(in: low + 1...low + 1500, using: &random)
      return RaceStory(seed: seed, latency: LatencyRange(milliseconds: low...high))
    }
  }

  @Test func `the view models never show a stale picture, in a thousand stories`() async {
    for story in Self.stories {
      await Task.yield()
      let report = RaceReport(of: story)
      #expect(!report.viewModel.hasShownStale, "seed \(story.seed), \(story.latency)")
      #expect(report.viewModel.wrongNow == 0, "seed \(story.seed), \(story.latency)")
      #expect(report.viewModel.staleDropped == report.naive.staleApplied)
      #expect(report.viewModel.requests == report.viewModel.responses)
    }
  }

  @Test func `with the fix off they are as wrong as naive cells, in most stories`() async {
    var reports: [RaceReport] = []
    for story in Self.stories.prefix(200) {
      await Task.yield()
      reports.append(RaceReport(of: story, delivery: .everything))
    }
    #expect(reports.allSatisfy { $0.viewModel == $0.naive })
    #expect(reports.count { $0.viewModel.mostWrong > 0 } > 180)
    #expect(reports.count { $0.viewModel.wrongNow > 0 } > 100)
  }

  @Test func `a story proves the fix where the naive side was wrong`() {
    #expect(RaceReport(of: RaceStory(seed: 1)).isProof)
  }

  @Test func `a story in which every response comes in time proves nothing`() {
    let report = RaceReport(of: RaceStory(seed: 1, latency: LatencyRange(milliseconds: 0...0)))
    #expect(!report.isProof)
    #expect(report.naive.staleApplied == 0)
  }

  @Test func `a story with the fix off proves nothing`() {
    #expect(!RaceReport(of: RaceStory(seed: 1), delivery: .everything).isProof)
  }

  @Test func `equal seeds tell equal stories`() {
    #expect(RaceReport(of: RaceStory(seed: 7)).json == RaceReport(of: RaceStory(seed: 7)).json)
    #expect(RaceStory(seed: 7) == RaceStory(seed: 7))
    #expect(RaceStory(seed: 7).steps != RaceStory(seed: 8).steps)
  }

  @Test func `the report is one line of JSON`() {
    let report = RaceReport(of: RaceStory(seed: 1))
    #expect(
      report.json == """
        {"seed":1,"naive":\(object(report.naive)),"view_model":\(object(report.viewModel))}\n
        """)
    #expect(report.json.contains(#""stale_applied":0,"stale_dropped":"#))
  }

  private func object(_ counters: RaceCounters) -> String {
    let names = ["requests", "responses", "stale_applied", "stale_dropped", "wrong_at_rest"]
    let values = [
      counters.requests, counters.responses, counters.staleApplied, counters.staleDropped,
      counters.wrongNow,
    ]
    return "{" + zip(names, values).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }
}
