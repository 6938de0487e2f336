import Synchronization
import TestSupport
import Testing

@testable import ExpiringCache

@Suite("MemoryCache pinning, pressure and statistics")
struct MemoryCacheKeepingTests {
  private let clock = ManualClock()

  private func cache(count: Int = .max) -> MemoryCache<Int, String> {
    MemoryCache(
      limits: CacheLimits(cost: 100, count: count), expiration: .seconds(1_000), clock: clock)
  }

  @Test func `a pinned entry is never evicted, whether pinned before or after its store`() {
    let cache = cache(count: 4)
    cache.pin([1])
    for key in 1...2 { cache.store("\(key)", for: key, cost: 1) }
    cache.pin([2])
    for key in 3...50 { cache.store("\(key)", for: key, cost: 1) }
    #expect(cache.value(for: 1) == "1")
    #expect(cache.value(for: 2) == "2")
    #expect(cache.statistics.pinned == CacheUsage(cost: 2, count: 2))
    cache.unpin([1, 2])
    for key in 51...60 { cache.store("\(key)", for: key, cost: 1) }
    #expect(cache.presence(of: 1) == .absent)
  }

  @Test func `an entry stays pinned until its last unpin`() {
    let cache = cache(count: 1)
    cache.store("a", for: 1, cost: 1)
    cache.pin([1, 1])
    cache.unpin([1])
    cache.store("b", for: 2, cost: 1)
    #expect(cache.presence(of: 1) == .present)
    #expect(cache.presence(of: 2) == .absent)
    cache.unpin([1])
    cache.store("b", for: 2, cost: 1)
    #expect(cache.presence(of: 1) == .absent)
  }

  @Test func `trimming discards the content of discardable values and evicts others`() {
    let cache = cache()
    for key in 1...10 { cache.store("\(key)", for: key, cost: 10, isDiscardable: key <= 3) }
    #expect(cache.trim(to: 0.5) == 50)
    #expect(cache.usage == CacheUsage(cost: 50, count: 8))
    #expect(cache.presence(of: 1) == .discarded)
    #expect(cache.presence(of: 4) == .absent)
    #expect(cache.value(for: 1) == nil)
    cache.store("again", for: 1, cost: 10)
    #expect(cache.value(for: 1) == "again")
  }

  @Test func `discardUnpinned() preserves the content of pinned values`() {
    let cache = cache()
    for key in 1...3 { cache.store("\(key)", for: key, cost: 1) }
    cache.pin([2])
    cache.discardUnpinned()
    #expect((1...3).map { cache.presence(of: $0) } == [.discarded, .present, .discarded])
    #expect(cache.usage == CacheUsage(cost: 1, count: 3))
    cache.unpin([2])
    cache.discardUnpinned()
    #expect(cache.presence(of: 2) == .discarded)
  }

  @Test func `trimToPinned() removes every entry that is not pinned`() {
    let cache = cache()
    for key in 1...9 { cache.store("\(key)", for: key, cost: 1) }
    cache.pin([4])
    #expect(cache.trimToPinned() == 8)
    #expect(cache.usage == CacheUsage(cost: 1, count: 1))
    #expect(cache.value(for: 4) == "4")
    #expect(cache.statistics.sinceStart.evictedByPressure == 8)
  }

  @Test func `events are counted since the start and for the last minute`() {
    let cache = cache(count: 2)
    cache.store("a", for: 1, cost: 1)
    _ = cache.value(for: 1)
    _ = cache.value(for: 7)
    for key in 2...3 { cache.store("b", for: key, cost: 10) }
    cache.limits = CacheLimits(cost: 10, count: 2)
    var counts = CacheCounts()
    counts.hits = 1
    counts.misses = 1
    counts.evictedByCount = 1
    counts.evictedByCost = 1
    #expect(cache.statistics.sinceStart == counts)
    #expect(cache.statistics.lastMinute == counts)
    clock.advance(by: .seconds(59))
    #expect(cache.statistics.lastMinute == counts)
    clock.advance(by: .seconds(1))
    #expect(cache.statistics.lastMinute == CacheCounts())
    #expect(cache.statistics.sinceStart == counts)
    clock.advance(by: .seconds(1_000))
    #expect(cache.value(for: 3) == nil)
    #expect(cache.statistics.lastMinute.expired == 1)
    #expect(cache.statistics.lastMinute.misses == 1)
  }

  @Test func `a value may call the cache from its deinit`() {
    final class Owner: Sendable {
      let cache: MemoryCache<Int, Owner>
      init(_ cache: MemoryCache<Int, Owner>) { self.cache = cache }
      deinit { cache.remove([99]) }
    }
    let cache = MemoryCache<Int, Owner>(
      limits: CacheLimits(cost: 100, count: 1), expiration: .seconds(1), clock: clock)
    for key in 0..<10 { cache.store(Owner(cache), for: key, cost: 1) }
    clock.advance(by: .seconds(1))
    #expect(cache.sweep() == 1)
  }

  @Test func `a key may call the cache from its deinit`() {
    final class Tag: Hashable, Sendable {
      let number: Int
      let atEnd: @Sendable () -> Void

      init(_ number: Int, atEnd: @escaping @Sendable () -> Void) {
        (self.number, self.atEnd) = (number, atEnd)
      }

      deinit { atEnd() }

      static func == (left: Tag, right: Tag) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let cache = MemoryCache<Tag, Int>(
      limits: CacheLimits(cost: 100, count: 1), expiration: .seconds(1), clock: clock)
    let gone = Mutex(0)
    for number in 0..<10 {
      let tag = Tag(number) { [weak cache] in
        if cache?.usage.count == 1 { gone.withLock { $0 += 1 } }
      }
      cache.store(number, for: tag, cost: 1)
    }
    #expect(gone.withLock { $0 } == 9)
  }
}
