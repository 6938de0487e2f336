extension CacheStorage {
  /// Evicts or discards in the order of eviction until the costs are at most this, in bytes.
  ///
  /// A discardable value gives up its content and its key stays; one that had given it up before
  /// goes altogether, so that keys do not gather.
  mutating func trim(toCost cost: Int) {
    var kept: [Int] = []
    while usage.cost > cost {
      if sweep(limit: 256) > 0 { continue }
      guard let slot = policy.evict() else { break }
      if entries[slot].isDiscardable, contents[slot].value != nil {
        discard(slot)
        kept.append(slot)
      } else {
        ring.current.evictedByPressure += 1
        free(slot)
      }
    }
    for slot in kept { policy.insert(slot, fingerprint: entries[slot].hash) }
  }

  /// Takes out everything that is not pinned.
  mutating func trimToPinned() {
    sweep()
    while let slot = policy.evict() {
      ring.current.evictedByPressure += 1
      free(slot)
    }
  }

  /// Lets every value that is not pinned give up its content; keys and deadlines stay.
  mutating func discardUnpinned() {
    sweep()
    for slot in contents.indices where contents[slot].value != nil && entries[slot].pins == 0 {
      discard(slot)
    }
  }

  private mutating func discard(_ slot: Int) {
    ring.current.discarded += 1
    garbage.add(CacheContent(value: contents[slot].value.take()))
    usage.cost -= entries[slot].cost
    entries[slot].cost = 0
  }
}
