import ExpiringCache

/// Times a sweep with 100 of 100,000 entries expired, after hits have moved all deadlines.
struct CacheSweep {
  private static let count = 100_000
  private static let expired = 100
  private static let rounds = 15

  static var rows: [Row] {
    let cases: [(String, (Int) -> Expiration)] = [
      ("sweep, 100 of 100,000 expired", { _ in .seconds(600) }),
      ("the same, each with a lifetime of its own", { .seconds(600 + Double($0) / 1e5) }),
    ]
    return cases.map { what, lifetime in
      var samples = Samples()
      for _ in 0..<rounds { measure(&samples, lifetime) }
      return Row(what, samples.median, limit: .microseconds(150))
    }
  }

  private static func measure(_ samples: inout Samples, _ lifetime: (Int) -> Expiration) {
    let clock = StepClock()
    let cache = MemoryCache<Int, CachedObject>(
      limits: CacheLimits(cost: 1 << 40), expiration: .seconds(600), clock: clock)
    for key in 0..<count {
      cache.store(CachedObject(), for: key, cost: 100, expiration: lifetime(key))
    }
    clock.advance(by: .milliseconds(1))
    for key in (0..<count).shuffled() { precondition(cache.value(for: key) != nil) }
    clock.advance(by: .seconds(2))
    for key in (expired..<count).shuffled() { precondition(cache.value(for: key) != nil) }
    clock.advance(by: .seconds(599) - .milliseconds(1))
    let swept = samples.measure { cache.sweep() }
    precondition(swept == expired)
  }
}
