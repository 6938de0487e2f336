import Caching

/// The accesses of a trace, done to an eviction policy that stands alone.
struct TraceReplay {
  private(set) var misses = 0
  private(set) var missedBytes = 0
  private var bytes = 0
  private let accessCount: Int

  /// The share of accesses that missed, between 0 and 1.
  var missRatio: Double { Double(misses) / Double(max(1, accessCount)) }
  /// The share of bytes that missed, between 0 and 1.
  var byteMissRatio: Double { Double(missedBytes) / Double(max(1, bytes)) }

  /// Runs through a trace.
  /// - Parameters:
  ///   - trace: The accesses.
  ///   - policy: An order of eviction without entries.
  ///   - capacity: How many entries there is room for, whatever their sizes.
  init(_ trace: Trace, _ policy: some EvictionPolicy, capacity: Int) {
    var policy = policy
    var slots: [Int?] = Array(repeating: nil, count: trace.keyCount)
    var keys: [Int] = []
    accessCount = trace.accesses.count
    policy.expect(capacity: capacity)
    for access in trace.accesses {
      bytes += access.size
      if let slot = slots[access.key] {
        policy.use(slot)
        continue
      }
      misses += 1
      missedBytes += access.size
      let slot = Self.room(in: &policy, &slots, &keys, capacity: capacity)
      keys[slot] = access.key
      slots[access.key] = slot
      policy.insert(slot, fingerprint: UInt32(truncatingIfNeeded: access.key))
    }
  }

  /// A slot that has never been used, or that of the entry which goes.
  private static func room(
    in policy: inout some EvictionPolicy, _ slots: inout [Int?], _ keys: inout [Int], capacity: Int
  ) -> Int {
    guard keys.count == capacity, let victim = policy.evict() else {
      keys.append(-1)
      return keys.count - 1
    }
    slots[keys[victim]] = nil
    return victim
  }
}
