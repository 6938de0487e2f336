import ExpiringCache
import TestSupport
import Testing

@Suite("MemoryCache")
struct MemoryCacheTests {
  private let clock = ManualClock()

  private func cache(
    cost: Int = 100, count: Int = .max, expiration: Expiration = .after(.seconds(10))
  ) -> MemoryCache<Int, String> {
    MemoryCache(
      limits: CacheLimits(cost: cost, count: count, entryCost: cost), expiration: expiration,
      clock: clock)
  }

  @Test func `a stored value is a hit`() {
    let cache = cache()
    cache.store("a", for: 1, cost: 10)
    #expect(cache.value(for: 1) == "a")
    #expect(cache.value(for: 2) == nil)
    #expect(cache.usage == CacheUsage(cost: 10, count: 1))
  }

  @Test func `an expired entry is a miss and is removed`() {
    let cache = cache()
    cache.store("a", for: 1, cost: 10)
    clock.advance(by: .seconds(10))
    #expect(cache.value(for: 1) == nil)
    #expect(cache.usage == CacheUsage(cost: 0, count: 0))
  }

  @Test func `a hit restarts the lifetime of an entry`() {
    let cache = cache()
    cache.store("a", for: 1, cost: 10)
    for _ in 0..<5 {
      clock.advance(by: .seconds(9))
      #expect(cache.value(for: 1) == "a")
    }
  }

  @Test func `an entry that never expires stays`() {
    let cache = cache(expiration: .never)
    cache.store("a", for: 1, cost: 10)
    clock.advance(by: .seconds(1_000_000))
    #expect(cache.value(for: 1) == "a")
  }

  @Test func `storing removes expired entries that are not looked up`() {
    let cache = cache()
    for key in 1...5 { cache.store("x", for: key, cost: 1) }
    clock.advance(by: .seconds(5))
    #expect(cache.value(for: 3) == "x")
    clock.advance(by: .seconds(6))
    cache.store("new", for: 9, cost: 1)
    #expect(cache.usage == CacheUsage(cost: 2, count: 2))
    #expect(cache.value(for: 3) == "x")
  }

  @Test func `above the byte budget the least recently used entry is evicted`() {
    let cache = cache(cost: 30)
    for key in 1...3 { cache.store("\(key)", for: key, cost: 10) }
    #expect(cache.value(for: 1) == "1")
    cache.store("4", for: 4, cost: 10)
    #expect(cache.value(for: 2) == nil)
    #expect([1, 3, 4].allSatisfy { cache.value(for: $0) != nil })
  }

  @Test func `above the limit of entries the oldest is evicted`() {
    let cache = cache(count: 2)
    for key in 1...3 { cache.store("\(key)", for: key, cost: 1) }
    #expect(cache.value(for: 1) == nil)
    #expect(cache.usage.count == 2)
  }

  @Test func `a value above the budget is not stored and evicts nothing`() {
    let cache = cache(cost: 30)
    cache.store("a", for: 1, cost: 10)
    cache.store("whale", for: 2, cost: 31)
    #expect(cache.value(for: 1) == "a")
    #expect(cache.value(for: 2) == nil)
  }

  @Test func `a value above a tenth of the budget is not stored and evicts nothing`() {
    let cache = MemoryCache<Int, String>(
      limits: CacheLimits(cost: 100), expiration: .never, clock: clock)
    cache.store("a", for: 1, cost: 10)
    cache.store("whale", for: 2, cost: 11)
    #expect(cache.value(for: 1) == "a")
    #expect(cache.presence(of: 2) == .absent)
  }

  @Test func `a lower limit evicts at once`() {
    let cache = cache()
    for key in 1...5 { cache.store("\(key)", for: key, cost: 10) }
    cache.limits = CacheLimits(cost: 20, entryCost: 20)
    #expect(cache.usage == CacheUsage(cost: 20, count: 2))
    cache.limits = CacheLimits(cost: 20, count: 1, entryCost: 20)
    #expect(cache.usage == CacheUsage(cost: 10, count: 1))
    #expect(cache.presence(of: 5) == .present)
  }

  @Test func `storing a key again replaces its value and its cost`() {
    let cache = cache()
    cache.store("a", for: 1, cost: 10)
    cache.store("b", for: 1, cost: 20)
    #expect(cache.value(for: 1) == "b")
    #expect(cache.usage == CacheUsage(cost: 20, count: 1))
  }

  @Test func `removing returns the cost and count of the removed entries`() {
    let cache = cache()
    for key in 1...4 { cache.store("\(key)", for: key, cost: key) }
    #expect(cache.remove([2, 3, 77]) == CacheUsage(cost: 5, count: 2))
    #expect(cache.removeAll() == CacheUsage(cost: 5, count: 2))
    #expect(cache.usage == CacheUsage(cost: 0, count: 0))
  }

  @Test func `a key that is named twice is removed once`() {
    let cache = cache()
    for key in 1...3 { cache.store("\(key)", for: key, cost: key) }
    #expect(cache.remove([1, 1]) == CacheUsage(cost: 1, count: 1))
    for key in 4...6 { cache.store("\(key)", for: key, cost: key) }
    #expect((2...6).allSatisfy { cache.value(for: $0) == "\($0)" })
    #expect(cache.usage == CacheUsage(cost: 20, count: 5))
  }

  @Test(.timeLimit(.minutes(30)))
  func `concurrent stores and lookups keep the cost and count consistent`() async {
    let cache = MemoryCache<Int, Int>(
      limits: CacheLimits(cost: 50, entryCost: 5), expiration: .after(.seconds(60)),
      clock: ContinuousClock())
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for key in 0..<2_000 {
            cache.store(worker, for: key % 80, cost: 1)
            _ = cache.value(for: (key * 7) % 80)
          }
        }
      }
    }
    #expect(cache.usage == CacheUsage(cost: 50, count: 50))
  }
}
