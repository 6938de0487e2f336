import Photos
import TestSupport
import Testing

import Base
@testable import RaceDemo

@MainActor
@Suite("The report of a race", .timeLimit(.minutes(30)))
struct RaceReportTests {
  /// A thousand stories, each with its own latencies.
  private static var stories: [RaceStory] {
    var random = SplitMix64(seed: 20)
    return (UInt64(1)...1000).map { seed in
      let low = Int.random(in: 0...400, using: &random)
      let high = Int.random(in: low + 1...low + 1500, using: &random)
      return RaceStory(seed: seed, latency: LatencyRange(milliseconds: low...high))
    }
  }

  @Test func `the right side drops every late response in a thousand stories`() async {
    for story in Self.stories {
      await Task.yield()
      let report = RaceReport(of: story)
      #expect(!report.right.hasShownLate, "seed \(story.seed), \(story.latency)")
      #expect(report.right.wrongNow == 0, "seed \(story.seed), \(story.latency)")
      #expect(report.right.lateDropped == report.left.lateShown)
      #expect(report.right.requests == report.right.answers)
    }
  }

  @Test func `with the check off both sides are equal, and wrong in most stories`() async {
    var reports: [RaceReport] = []
    for story in Self.stories.prefix(200) {
      await Task.yield()
      reports.append(RaceReport(of: story, delivery: .everything))
    }
    #expect(reports.allSatisfy { $0.right == $0.left })
    #expect(reports.count { $0.right.maxWrong > 0 } > 180)
    #expect(reports.count { $0.right.wrongNow > 0 } > 100)
  }

  @Test func `the story of seed 1 proves the fix`() {
    #expect(RaceReport(of: RaceStory(seed: 1)).isProof)
  }

  @Test func `a story without late responses proves nothing`() {
    let report = RaceReport(of: RaceStory(seed: 1, latency: LatencyRange(milliseconds: 0...0)))
    #expect(!report.isProof)
    #expect(report.left.lateShown == 0)
  }

  @Test func `a story with the check off proves nothing`() {
    #expect(!RaceReport(of: RaceStory(seed: 1), delivery: .everything).isProof)
  }

  @Test func `equal seeds give equal stories, and other seeds other steps`() {
    #expect(RaceReport(of: RaceStory(seed: 7)).json == RaceReport(of: RaceStory(seed: 7)).json)
    #expect(RaceStory(seed: 7) == RaceStory(seed: 7))
    #expect(RaceStory(seed: 7).steps != RaceStory(seed: 8).steps)
  }

  @Test func `the report is written as a table`() {
    #expect(
      RaceReport(of: RaceStory(seed: 1)).table == """
        left shows whatever comes, right checks whose answer it is
        seed 1, 50ms..800ms             left   right
        requests                          48      48
        answers                           48      48
        late answers shown                28       0
        late answers dropped               0      28
        cells wrong at once, most          3       0
        cells wrong at the end             2       0
        late, reused                      10      10
        late, asked twice                  2       2
        late, away and back               16      16

        """)
  }

  @Test func `the JSON report has all numbers of the table on one line`() {
    let late = #""late":{"reused":10,"asked_twice":2,"away_and_back":16}"#
    #expect(
      RaceReport(of: RaceStory(seed: 1)).json == """
        {"seed":1,"latency":"50ms..800ms",\
        "left":{"requests":48,"answers":48,"late_shown":28,"late_dropped":0,\
        "most_wrong_at_once":3,"wrong_at_end":2,\(late)},\
        "right":{"requests":48,"answers":48,"late_shown":0,"late_dropped":28,\
        "most_wrong_at_once":0,"wrong_at_end":0,\(late)}}

        """)
  }
}
