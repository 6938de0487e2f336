import Base
import Testing

@Suite("Histograms of durations")
struct DurationHistogramTests {
  @Test func `an empty histogram has no quantiles`() {
    #expect(DurationHistogram().quantile(0.5) == nil)
  }

  @Test(arguments: [0.01, 0.5, 0.9, 0.99, 1])
  func `a quantile is at most a sixteenth above the exact one`(share: Double) throws {
    var times = DurationHistogram()
    let spans = (1...10_000).map { Duration.microseconds($0 * $0) }
    for span in spans { times.add(span) }
    let exact = spans[Int((share * 10_000).rounded(.up)) - 1]
    let found = try #require(times.quantile(share))
    #expect(found >= exact)
    #expect(found <= exact * 17 / 16 + .microseconds(1))
    #expect(times.count == 10_000)
  }

  @Test(
    arguments: [
      (Duration.zero, Duration.zero), (.seconds(-1), .zero), (.nanoseconds(999), .zero),
      (.microseconds(15), .microseconds(15)), (.microseconds(16), .microseconds(16)),
      (.microseconds(32), .microseconds(33)), (.microseconds(34), .microseconds(35)),
    ])
  func `short durations are exact to a microsecond`(span: Duration, told: Duration) {
    var times = DurationHistogram()
    times.add(span)
    #expect(times.quantile(0.5) == told)
  }

  @Test func `durations beyond the range count as the longest`() throws {
    var times = DurationHistogram()
    times.add(.seconds(Int64.max / 2))
    #expect(try #require(times.quantile(1)) > .seconds(1_000_000))
  }
}
