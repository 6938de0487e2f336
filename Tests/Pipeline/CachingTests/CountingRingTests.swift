import Testing

@testable import Caching

@Suite("CountingRing")
struct CountingRingTests {
  private var ring = CountingRing()

  private mutating func hit(at seconds: Double) {
    ring.advance(to: Moment(offset: .seconds(seconds)))
    ring.current.hits += 1
  }

  @Test func `a minute is the present second and the 59 before it`() {
    var test = self
    for second in 0..<90 { test.hit(at: Double(second)) }
    #expect(test.ring.lastMinute.hits == 60)
    #expect(test.ring.sinceStart.hits == 90)
  }

  @Test(arguments: [(59.999, 3), (60.0, 2), (60.999, 2), (61.0, 0), (3_600.0, 0)])
  func `what is older is forgotten by whole seconds`(now: Double, count: Int) {
    var test = self
    test.hit(at: 0.999_999)
    test.hit(at: 1)
    test.hit(at: 1.5)
    test.ring.advance(to: Moment(offset: .seconds(now)))
    #expect(test.ring.lastMinute.hits == count)
    #expect(test.ring.sinceStart.hits == 3)
  }

  @Test func `a second begins at its first nanosecond and not before`() {
    var test = self
    for second in 1...200 {
      let start = Duration.seconds(second)
      test.ring.advance(to: Moment(offset: start - .nanoseconds(1)))
      test.ring.current.misses += 1
      test.ring.advance(to: Moment(offset: start))
      #expect(test.ring.current == CacheCounts(), "second \(second)")
    }
  }

  @Test func `a moment that is over changes nothing`() {
    var test = self
    test.hit(at: 10)
    test.hit(at: 9)
    #expect(test.ring.current.hits == 2)
  }

  @Test func `every kind of event is kept apart`() {
    var test = self
    test.ring.current.evictedByCost = 1
    test.ring.current.evictedByCount = 2
    test.ring.current.evictedByPressure = 3
    test.ring.current.discarded = 4
    test.ring.current.expired = 5
    test.ring.current.misses = 6
    let counts = test.ring.current
    test.ring.advance(to: Moment(offset: .seconds(7)))
    #expect(test.ring.lastMinute == counts && test.ring.sinceStart == counts)
  }
}
