import ExpiringCache

/// Times the query of the cache panel, made twice a second: the entries that expire next.
struct CacheListing {
  private static let count = 100_000
  private static let rounds = 15

  static var rows: [Row] {
    [40, count].map { limit in
      var samples = Samples()
      for _ in 0..<rounds { measure(&samples, limit) }
      return Row("list the next \(limit) of 100,000 to expire", samples.median)
    }
  }

  private static func measure(_ samples: inout Samples, _ limit: Int) {
    let clock = StepClock()
    let cache = MemoryCache<Int, CachedObject>(
      limits: CacheLimits(cost: 1 << 40), expiration: .seconds(600), clock: clock)
    for key in 0..<count { cache.store(CachedObject(), for: key, cost: 100) }
    clock.advance(by: .seconds(1))
    for key in (0..<count).shuffled() { precondition(cache.value(for: key) != nil) }
    let listed = samples.measure { cache.nextToExpire(limit) }
    precondition(listed.count == limit)
  }
}
