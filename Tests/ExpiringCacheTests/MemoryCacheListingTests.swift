import TestSupport
import Testing

import Base
@testable import ExpiringCache

@Suite("Listing and statistics of MemoryCache")
struct MemoryCacheListingTests {
  private let clock = ManualClock()

  private func cache() -> MemoryCache<String, Int> {
    MemoryCache(
      limits: CacheLimits(cost: 1_000, count: 50), expiration: .seconds(100), clock: clock)
  }

  @Test func `entries are listed by their expiry, with the time left`() {
    let cache = cache()
    cache.store(1, for: "never", cost: 1, expiration: .never)
    cache.store(2, for: "late", cost: 2)
    cache.store(3, for: "soon", cost: 3, expiration: .seconds(7), isDiscardable: true)
    cache.store(4, for: "over", cost: 4, expiration: .seconds(2))
    cache.pin(["late"])
    clock.advance(by: .seconds(2))
    let listed = cache.nextToExpire(9)
    #expect(listed.map(\.key) == ["soon", "late", "never"])
    #expect(listed.map(\.cost) == [3, 2, 1])
    #expect(listed.map(\.isPinned) == [false, true, false])
    #expect(listed.map { $0.timeLeft.map(Self.wholeSeconds) } == [5, 98, nil])
    #expect(cache.nextToExpire(1).map(\.key) == ["soon"])
    #expect(cache.nextToExpire(0).isEmpty)
  }

  @Test func `listing entries counts no hits and extends no lifetimes`() {
    let cache = cache()
    cache.store(1, for: "a", cost: 1)
    clock.advance(by: .seconds(99))
    _ = cache.nextToExpire(9)
    #expect(cache.statistics.sinceStart == CacheCounts())
    clock.advance(by: .seconds(1))
    #expect(cache.presence(of: "a") == .absent)
  }

  @Test func `an entry without content is listed as discarded, at cost 0`() {
    let cache = cache()
    cache.store(1, for: "a", cost: 10, isDiscardable: true)
    cache.discardUnpinned()
    #expect(cache.nextToExpire(9).map(\.isDiscarded) == [true])
    #expect(cache.nextToExpire(9).map(\.cost) == [0])
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `nextToExpire(12) lists the 12 earliest of 40 entries`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cache = cache()
    var seconds: [Int] = []
    for number in 0..<40 {
      seconds.append(.random(in: 1...30, using: &random))
      cache.store(number, for: "\(number)", cost: 1, expiration: .seconds(seconds[number]))
    }
    let listed = cache.nextToExpire(12).compactMap { $0.timeLeft.map(Self.wholeSeconds) }
    #expect(listed == Array(seconds.sorted().prefix(12)))
  }

  @Test func `the last minute has 60 counts by second, which add up to its total`() {
    let cache = cache()
    cache.store(1, for: "a", cost: 1)
    for second in 0..<75 {
      for _ in 0...second % 3 { _ = cache.value(for: "a") }
      _ = cache.value(for: "nothing")
      let statistics = cache.statistics
      var sum = CacheCounts()
      for counts in statistics.lastMinuteBySecond { sum = sum + counts }
      #expect(statistics.lastMinuteBySecond.count == 60)
      #expect(sum == statistics.lastMinute)
      #expect(statistics.lastMinuteBySecond.last?.hits == second % 3 + 1)
      if second > 0 {
        #expect(statistics.lastMinuteBySecond[58].hits == (second - 1) % 3 + 1)
      }
      clock.advance(by: .seconds(1))
    }
  }

  @Test func `the count of a second starts at its first nanosecond`() {
    let cache = cache()
    for second in 1...200 {
      clock.advance(by: .seconds(1) - .nanoseconds(1))
      _ = cache.value(for: "nothing")
      #expect(cache.statistics.lastMinuteBySecond.last?.misses == 1, "second \(second)")
      clock.advance(by: .nanoseconds(1))
      #expect(cache.statistics.lastMinuteBySecond.last == CacheCounts(), "second \(second)")
    }
  }

  @Test(arguments: [(59.0, 2), (59.999, 2), (60.0, 0), (3_600.0, 0)])
  func `counts leave the last minute by whole seconds`(now: Double, count: Int) {
    let cache = cache()
    clock.advance(by: .seconds(0.999_999))
    _ = cache.value(for: "nothing")
    clock.advance(by: .seconds(0.000_001))
    for _ in 0..<2 { _ = cache.value(for: "nothing") }
    clock.advance(by: .seconds(now))
    #expect(cache.statistics.lastMinute.misses == count)
    #expect(cache.statistics.sinceStart.misses == 3)
  }

  /// A time of the cache, whose ticks are a little coarser than a nanosecond.
  private static func wholeSeconds(_ duration: Duration) -> Int {
    Int((duration / .seconds(1)).rounded())
  }
}
