import Base
import ExpiringCache
import TestSupport
import Testing

@Suite("MemoryCache expiry")
struct MemoryCacheExpiryTests {
  private let clock = ManualClock()

  private func cache(
    _ expiration: Expiration, extending: ExpirationExtension = .ownLifetime
  ) -> MemoryCache<Int, String> {
    MemoryCache(
      limits: CacheLimits(cost: 1_000_000), expiration: expiration, extending: extending,
      clock: clock)
  }

  @Test(arguments: [
    (Expiration.after(.milliseconds(1500)), Duration.milliseconds(1500)),
    (.seconds(3), .seconds(3)), (.seconds(0.25), .milliseconds(250)),
    (.days(2), .seconds(2 * 86_400)),
  ])
  func `an entry expires at the end of its lifetime, to the nanosecond`(
    expiration: Expiration, lifetime: Duration
  ) {
    let cache = cache(expiration, extending: .none)
    cache.store("a", for: 1, cost: 1)
    clock.advance(by: lifetime - .nanoseconds(1))
    #expect(cache.value(for: 1) == "a")
    clock.advance(by: .nanoseconds(1))
    #expect(cache.value(for: 1) == nil)
    #expect(cache.usage.count == 0)
  }

  @Test func `an already expired entry is not stored and removes the previous one`() {
    let cache = cache(.never)
    cache.store("a", for: 1, cost: 1)
    cache.store("b", for: 1, cost: 1, expiration: .expired)
    #expect(cache.presence(of: 1) == .absent)
    #expect(cache.statistics.sinceStart.expired == 0)
  }

  @Test func `the lifetime of an entry overrides the cache's default`() {
    let cache = cache(.seconds(100))
    cache.store("short", for: 1, cost: 1, expiration: .seconds(1))
    cache.store("ever", for: 2, cost: 1, expiration: .never)
    cache.store("usual", for: 3, cost: 1)
    clock.advance(by: .seconds(1))
    #expect((1...3).map { cache.value(for: $0) } == [nil, "ever", "usual"])
    clock.advance(by: .seconds(100))
    #expect((1...3).map { cache.value(for: $0) } == [nil, "ever", nil])
  }

  @Test(arguments: [Expiration.within(.seconds(10)), .after(.seconds(10))])
  func `hits extend a lifetime given as after, not one given as within`(expiration: Expiration) {
    let cache = cache(.never)
    cache.store("a", for: 1, cost: 1, expiration: expiration)
    for _ in 0..<9 {
      clock.advance(by: .seconds(1))
      #expect(cache.value(for: 1) == "a")
    }
    clock.advance(by: .seconds(1))
    #expect(cache.value(for: 1) == (expiration == .within(.seconds(10)) ? nil : "a"))
  }

  @Test(arguments: [Expiration.expired, .after(.zero), .within(.zero), .within(.seconds(-1))])
  func `a cache with an expired, zero or negative lifetime stores nothing`(expiration: Expiration) {
    let cache = cache(expiration)
    cache.store("a", for: 1, cost: 1)
    #expect(cache.usage.count == 0)
  }

  @Test func `a hit can replace the lifetime by a shorter one`() {
    let cache = cache(.seconds(10), extending: .lifetime(.seconds(2)))
    cache.store("a", for: 1, cost: 1)
    cache.store("b", for: 2, cost: 1)
    #expect(cache.value(for: 1) == "a")
    clock.advance(by: .seconds(2))
    #expect(cache.sweep() == 1)
    #expect(cache.presence(of: 1) == .absent)
    #expect(cache.value(for: 2) == "b")
  }

  @Test func `a sweep removes expired entries and leaves the next expiry of the others`() throws {
    let cache = cache(.seconds(100))
    for key in 0..<1_000 {
      cache.store("x", for: key, cost: 1, expiration: key < 700 ? .seconds(5) : nil)
    }
    #expect(cache.timeToNextExpiry == .seconds(5))
    clock.advance(by: .seconds(5))
    #expect(cache.sweep() == 700)
    #expect(cache.usage == CacheUsage(cost: 300, count: 300))
    // Moments are rounded, and the time between two of them up to the next nanosecond.
    let rest = try #require(cache.timeToNextExpiry)
    #expect((.seconds(95)...(.seconds(95) + .nanoseconds(1))).contains(rest))
    #expect(cache.sweep() == 0)
  }

  @Test func `the time to the next expiry follows a hit after ten nanoseconds`() {
    let cache = cache(.seconds(100))
    cache.store("a", for: 1, cost: 1)
    clock.advance(by: .nanoseconds(10))
    #expect(cache.value(for: 1) == "a")
    #expect(cache.timeToNextExpiry == .seconds(100))
    cache.remove([1])
    #expect(cache.timeToNextExpiry == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `at timeToNextExpiry an entry has expired, and two nanoseconds earlier it has not`(
    seed: UInt64
  )
    throws
  {
    var random = SplitMix64(seed: seed)
    let cache = cache(.seconds(100), extending: .none)
    for key in 0..<50 {
      clock.advance(by: .nanoseconds(Int.random(in: 0...2_000_000_000, using: &random)))
      cache.store("a", for: key, cost: 1)
      clock.advance(by: .nanoseconds(Int.random(in: 0...2_000_000_000, using: &random)))
      let time = try #require(cache.timeToNextExpiry)
      clock.advance(by: time - .nanoseconds(2))
      #expect(cache.sweep() == 0)
      clock.advance(by: .nanoseconds(2))
      #expect(cache.sweep() == 1)
    }
  }
}
