import TestSupport
import Testing

import Base
@testable import ExpiringCache

/// Random operations on few keys; the whole structure is checked after each.
@Suite("Random operations on MemoryCache")
struct CacheStormTests {
  /// A key whose hash collides with those of other keys.
  private struct Key: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % 4) }
  }

  private typealias Cache = MemoryCache<Key, String>

  @Test(.timeLimit(.minutes(30)), arguments: [(seed: 7, lruBelow: 1_000), (11, 0), (13, 8)])
  func `random operations have the results of a reference model`(seed: Int, lruBelow: Int) {
    let clock = ManualClock()
    let limits = CacheLimits(cost: 60, count: 9, entryCost: 20)
    let cache = Cache(
      limits: limits, expiration: .seconds(10), lruBelow: lruBelow, clock: clock)
    var model = PlainCache(limits: limits, isByRecency: lruBelow == 1_000)
    var random = SplitMix64(seed: UInt64(seed))
    for step in 0..<35_000 {
      let operation = PlainCache.Operation.random(step: step, using: &random)
      if case .wait(let duration) = operation { clock.advance(by: duration) }
      let expected = model.apply(operation, at: clock.now)
      let found = apply(operation, to: cache)
      let faults = cache.withStorage { $0.faults }
      #expect(faults.isEmpty, "step \(step): \(operation)")
      #expect(found == expected, "step \(step): \(operation)")
      let held = cache.withStorage { storage in
        storage.held.map { slot in
          let entry = storage.entries[slot]
          return PlainCache.CachedEntry(
            key: entry.key?.number ?? -1, value: entry.value,
            cost: entry.cost, pins: entry.key.flatMap { storage.pins[$0] } ?? 0)
        }
      }
      let complaint = model.compare(Set(held))
      #expect(complaint == nil, "step \(step): \(operation)")
      if complaint != nil || found != expected || !faults.isEmpty { return }
    }
  }

  private func apply(_ operation: PlainCache.Operation, to cache: Cache) -> String? {
    switch operation {
    case .store(let key, let value, let cost, let lifetime, let isDiscardable):
      cache.store(
        value, for: Key(number: key), cost: cost, expiration: lifetime.map { .after($0) },
        isDiscardable: isDiscardable)
    case .storeWithin(let key, let value, let cost, let time):
      cache.store(value, for: Key(number: key), cost: cost, expiration: .within(time))
    case .get(let key): return cache.value(for: Key(number: key))
    case .remove(let key): cache.remove([Key(number: key)])
    case .wait: break
    case .sweep: cache.sweep()
    case .nextExpiry: return cache.timeToNextExpiry.map { PlainCache.text(of: [$0]) }
    case .list(let limit):
      return PlainCache.text(of: cache.nextToExpire(limit).map { $0.timeLeft ?? .zero })
    case .pin(let key): cache.pin([Key(number: key)])
    case .unpin(let key): cache.unpin([Key(number: key)])
    case .limit(let limits): cache.limits = limits
    case .trim(let share): cache.trim(to: share)
    case .discard: cache.discardUnpinned()
    case .trimToPinned: cache.trimToPinned()
    }
    return nil
  }
}
