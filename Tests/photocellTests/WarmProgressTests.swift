import ImagePipeline
import Testing

@testable import photocell

@Suite("Warm-up progress")
struct WarmProgressTests {
  /// The progress after some outcomes, at a time.
  private func progress(
    of photoCount: Int, _ outcomes: [(WarmingOutcome, Int)], after elapsed: Duration
  ) -> WarmProgress {
    let shown = ProgressLine(elapsed: { elapsed }, isSeen: false)
    var progress = WarmProgress(photoCount: photoCount, shown: shown)
    for (outcome, count) in outcomes {
      for _ in 0..<count { progress.add(outcome) }
    }
    return progress
  }

  @Test(arguments: [
    (10, 0, Duration.zero, "0 of 10"), (10, 5, .milliseconds(900), "5 of 10"),
    (2_000, 1_000, .seconds(20), "1,000 of 2,000  50 a second  20 s left"),
    (100, 5, .seconds(2), "5 of 100  2.5 a second  38 s left"),
    (100_000, 1_000, .seconds(10), "1,000 of 100,000  100 a second  16 min 30 s left"),
    (1_000_000, 1_000, .seconds(10), "1,000 of 1,000,000  100 a second  2 h 46 min left"),
  ])
  func `the line shows the count, the rate and the time left`(
    photoCount: Int, madeCount: Int, elapsed: Duration, line: String
  ) {
    #expect(progress(of: photoCount, [(.made, madeCount)], after: elapsed).line == line)
  }

  @Test func `photos that are already cached do not count towards the rate`() {
    let progress = progress(of: 1_000, [(.there, 900), (.made, 10)], after: .seconds(10))
    #expect(progress.line == "910 of 1,000  1.0 a second  1 min 30 s left")
  }

  @Test func `the summary counts generated, cached, unneeded and failed photos`() {
    let failure = WarmingOutcome.failed(.decoding(.notAFile))
    #expect(
      progress(of: 1_203, [(.made, 1_200), (.there, 2), (failure, 1)], after: .seconds(61)).summary
        == "1,203 photos: 1,200 generated, 2 already cached, 1 failed, in 1 min 1 s")
    #expect(
      progress(of: 8, [(.made, 3), (.needsNone, 5)], after: .seconds(1)).summary
        == "8 photos: 3 generated, 0 already cached, 5 not needed, in 1 s")
    #expect(
      progress(of: 1, [(.made, 1)], after: .milliseconds(200)).summary
        == "1 photo: 1 generated, 0 already cached, in 1 s")
    #expect(progress(of: 1, [(failure, 1)], after: .zero).failureCount == 1)
  }
}
