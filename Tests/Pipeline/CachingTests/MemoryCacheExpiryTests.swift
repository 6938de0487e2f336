import TestSupport
import Testing

@testable import Caching

@Suite("MemoryCache expiry")
struct MemoryCacheExpiryTests {
  private typealias Cache = MemoryCache<Int, String, ManualClock>
  private let clock = ManualClock()

  private func cache(
    _ expiration: Expiration, extending: ExpirationExtension = .ownLifetime
  ) -> MemoryCache<Int, String, ManualClock> {
    MemoryCache(
      limits: CacheLimits(cost: 1_000_000), expiration: expiration, extending: extending,
      clock: clock)
  }

  @Test(arguments: [
    (Expiration.after(.milliseconds(1500)), Duration.milliseconds(1500)),
    (.seconds(3), .seconds(3)), (.seconds(0.25), .milliseconds(250)),
    (.days(2), .seconds(2 * 86_400)),
  ])
  func `an entry lives to the last nanosecond and not longer`(
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

  @Test func `an entry that is over already is not kept and replaces the one it was for`() {
    let cache = cache(.never)
    cache.store("a", for: 1, cost: 1)
    cache.store("b", for: 1, cost: 1, expiration: .expired)
    #expect(cache.presence(of: 1) == .absent)
    #expect(cache.statistics.sinceStart.expired == 0)
  }

  @Test func `an entry has a lifetime of its own`() {
    let cache = cache(.seconds(100))
    cache.store("short", for: 1, cost: 1, expiration: .seconds(1))
    cache.store("ever", for: 2, cost: 1, expiration: .never)
    cache.store("usual", for: 3, cost: 1)
    clock.advance(by: .seconds(1))
    #expect((1...3).map { cache.value(for: $0) } == [nil, "ever", "usual"])
    clock.advance(by: .seconds(100))
    #expect((1...3).map { cache.value(for: $0) } == [nil, "ever", nil])
  }

  @Test func `a date is not moved by hits`() {
    let cache = cache(.never)
    cache.store("a", for: 1, cost: 1, until: clock.now.advanced(by: .seconds(10)))
    for _ in 0..<9 {
      clock.advance(by: .seconds(1))
      #expect(cache.value(for: 1) == "a")
    }
    clock.advance(by: .seconds(1))
    #expect(cache.value(for: 1) == nil)
  }

  @Test func `a date can hold for the whole cache`() {
    let cache = Cache(
      limits: CacheLimits(cost: 100), until: clock.now.advanced(by: .seconds(5)), clock: clock)
    cache.store("a", for: 1, cost: 1)
    clock.advance(by: .seconds(5))
    cache.store("b", for: 2, cost: 1)
    #expect(cache.usage.count == 0)
  }

  @Test func `a hit can give another lifetime, shorter or longer`() {
    let cache = cache(.seconds(10), extending: .lifetime(.seconds(2)))
    cache.store("a", for: 1, cost: 1)
    cache.store("b", for: 2, cost: 1)
    #expect(cache.value(for: 1) == "a")
    clock.advance(by: .seconds(2))
    #expect(cache.sweep() == 1)
    #expect(cache.presence(of: 1) == .absent)
    #expect(cache.value(for: 2) == "b")
  }

  @Test func `a sweep takes out what nobody asks for, and says when the next is due`() {
    let cache = cache(.seconds(100))
    for key in 0..<1_000 {
      cache.store("x", for: key, cost: 1, expiration: key < 700 ? .seconds(5) : nil)
    }
    #expect(cache.nextExpiry == clock.now.advanced(by: .seconds(5)))
    clock.advance(by: .seconds(5))
    #expect(cache.sweep() == 700)
    #expect(cache.usage == CacheUsage(cost: 300, count: 300))
    #expect(cache.nextExpiry == clock.now.advanced(by: .seconds(95)))
    #expect(cache.sweep() == 0)
  }

  @Test func `the next expiry follows a hit, however small the step`() {
    let cache = cache(.seconds(100))
    cache.store("a", for: 1, cost: 1)
    clock.advance(by: .nanoseconds(10))
    #expect(cache.value(for: 1) == "a")
    #expect(cache.nextExpiry == clock.now.advanced(by: .seconds(100)))
    cache.remove([1])
    #expect(cache.nextExpiry == nil)
  }
}
