import RaceDemo
import Testing

@Suite("Ranges of response times")
struct LatencyRangeTests {
  @Test(arguments: [("50ms..800ms", 50...800), ("0ms..0ms", 0...0), ("7ms..60000ms", 7...60_000)])
  func `bounds in milliseconds are parsed and formatted`(text: String, range: ClosedRange<Int>) {
    #expect(LatencyRange(text)?.milliseconds == range)
    #expect(LatencyRange(text)?.description == text)
  }

  @Test(arguments: [
    "", "50", "50ms", "50..800", "800ms..50ms", "-1ms..5ms", "1ms...5ms", "1s..2s", "1ms..60001ms",
  ])
  func `invalid text, reversed bounds and bounds above one minute are rejected`(text: String) {
    #expect(LatencyRange(text) == nil)
  }
}
