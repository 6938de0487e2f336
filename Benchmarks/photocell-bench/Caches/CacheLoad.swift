enum CacheLoad: String, CaseIterable {
  case hit
  case miss
  case overwrite
  case evictingSet = "evicting set"
  case mixed

  func time<Contender: CacheContender>(of type: Contender.Type, _ plan: CachePlan) -> Duration {
    let cache = Contender(keys: plan.keys, room: self == .mixed ? plan.count / 10 : plan.count)
    for number in 0..<plan.count { cache.set(number) }
    // Caches are used warm: cold first hits are not measured.
    if self == .hit { _ = run(cache, plan) }
    let start = ContinuousClock.now
    let hits = run(cache, plan)
    let time = start.duration(to: .now)
    precondition(self == .mixed || hits == (self == .hit ? plan.count : 0), "a key is lost")
    cache.empty()
    return time / (self == .mixed ? plan.mixture.count : plan.count)
  }

  private func run(_ cache: some CacheContender, _ plan: CachePlan) -> Int {
    switch self {
    case .hit: return plan.present.count { cache.get($0) }
    case .miss: return plan.absent.count { cache.get($0) }
    case .overwrite: plan.present.forEach { cache.set($0) }
    case .evictingSet: (plan.count..<2 * plan.count).forEach { cache.set($0) }
    case .mixed: return plan.mixture.count { Self.getOrSet($0, in: cache) }
    }
    return 0
  }

  private static func getOrSet(_ number: Int, in cache: some CacheContender) -> Bool {
    if cache.get(number) { return true }
    cache.set(number)
    return false
  }
}
