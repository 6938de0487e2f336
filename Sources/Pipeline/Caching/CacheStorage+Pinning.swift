extension CacheStorage {
  /// Counts one pin more; a key without an entry keeps its pins for the entry to come.
  mutating func pin(_ key: Key) {
    guard let slot = slot(of: key) else {
      waitingPins[key, default: 0] += 1
      return
    }
    entries[slot].pins += 1
    guard entries[slot].pins == 1 else { return }
    pinned.cost += entries[slot].cost
    pinned.count += 1
    policy.park(slot)
  }

  /// Counts one pin less; the last one lets the entry be evicted again.
  mutating func unpin(_ key: Key) {
    guard let slot = slot(of: key) else {
      guard let pins = waitingPins[key] else { return }
      waitingPins[key] = pins > 1 ? pins - 1 : nil
      return
    }
    guard entries[slot].pins > 0 else { return }
    entries[slot].pins -= 1
    guard entries[slot].pins == 0 else { return }
    pinned.cost -= entries[slot].cost
    pinned.count -= 1
    policy.unpark(slot)
    makeRoom(for: 0, isNew: false)
  }
}
