extension CacheStorage {
  /// Evicts or discards in the order of eviction until the costs are at most this, in bytes.
  ///
  /// A discardable value gives up its content and its key stays; one that had given it up before
  /// goes altogether, so that keys do not gather.
  mutating func trim(toCost cost: Int, at now: Moment) {
    ring.advance(to: now)
    var kept: [Int] = []
    while usage.cost > cost {
      if expireFirst(at: now) { continue }
      guard let slot = policy.evict() else { break }
      if entries[slot]?.isDiscardable == true, entries[slot]?.object.content != nil {
        discard(slot)
        kept.append(slot)
      } else {
        ring.count(\.evictedByPressure)
        free(slot)
      }
    }
    for slot in kept {
      guard let key = entries[slot]?.key else { continue }
      policy.insert(slot, fingerprint: fingerprint(of: key))
    }
  }

  /// Takes out everything that is not pinned.
  mutating func trimToPinned(at now: Moment) {
    sweep(at: now)
    while let slot = policy.evict() {
      ring.count(\.evictedByPressure)
      free(slot)
    }
  }

  /// Lets every value that is not pinned give up its content; keys and deadlines stay.
  mutating func discardUnpinned(at now: Moment) {
    sweep(at: now)
    for slot in entries.indices {
      guard let entry = entries[slot], entry.pins == 0, entry.object.content != nil else {
        continue
      }
      discard(slot)
    }
  }

  mutating func discard(_ slot: Int) {
    guard let cost = entries[slot]?.cost else { return }
    ring.count(\.discarded)
    garbage.add(entries[slot]?.object.discard())
    entries[slot]?.cost = 0
    usage.cost -= cost
  }
}
