/// The memory cache beside `NSCache` and a bare dictionary, in turns.
enum CacheRace: Benchmarking {
  static let name = "cache"

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let races = [(10_000, 31), (100_000, 5)].flatMap { count, rounds in
      let plan = CachePlan(count: count)
      return CacheLoad.allCases.flatMap { rows(of: $0, plan, rounds: rounds) }
    }
    return races + CacheSweep.rows + CacheListing.rows
  }

  private static func rows(of load: CacheLoad, _ plan: CachePlan, rounds: Int) -> [Row] {
    var (own, foundation, dictionary) = (Samples(), Samples(), Samples())
    for _ in 0..<rounds {
      dictionary.add(load.time(of: DictionaryCache.self, plan))
      own.add(load.time(of: ProgramCache.self, plan))
      foundation.add(load.time(of: FoundationCache.self, plan))
    }
    let what = "\(load.rawValue), \(plan.count / 1000),000 keys"
    let isHit = load == .hit && plan.count == 10_000
    let isEviction = load == .evictingSet && plan.count == 100_000
    return [
      Row(what, own, beside: ("Dictionary in a Mutex", dictionary), limit: isHit ? 1.4 : nil),
      Row(what, own, beside: ("NSCache", foundation), limit: isHit ? 0.25 : isEviction ? 0.2 : nil),
    ]
  }
}
