/// The memory cache beside `NSCache` and a plain dictionary, alternately.
enum CacheRace: Benchmarking {
  static let name = "cache"

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let races = [(10_000, 31), (100_000, 9)].flatMap { count, rounds in
      let plan = CachePlan(count: count)
      return CacheLoad.allCases.flatMap { rows(of: $0, plan, rounds: rounds) }
    }
    return races + CacheSweep.rows + CacheListing.rows
  }

  private static func rows(of load: CacheLoad, _ plan: CachePlan, rounds: Int) -> [Row] {
    let isHit = load == .hit && plan.count == 10_000
    let isEviction = load == .evictingSet && plan.count == 100_000
    return [
      row(
        of: load, plan, rounds: rounds, beside: DictionaryCache.self, "Dictionary in a Mutex",
        limit: isHit ? 1.5 : nil),
      row(
        of: load, plan, rounds: rounds, beside: FoundationCache.self, "NSCache",
        limit: isHit ? 0.25 : isEviction ? 0.2 : nil),
    ]
  }

  /// Only two contenders alternate, so that a third does not influence the result.
  private static func row<Peer: CacheContender>(
    of load: CacheLoad, _ plan: CachePlan, rounds: Int, beside peer: Peer.Type, _ name: String,
    limit: Double?
  ) -> Row {
    var (own, others) = (Samples(), Samples())
    for _ in 0..<rounds {
      others.add(load.time(of: peer, plan))
      own.add(load.time(of: ProgramCache.self, plan))
    }
    let what = "\(load.rawValue), \(plan.count / 1000),000 keys"
    return Row(what, own, beside: (name, others), limit: limit)
  }
}
