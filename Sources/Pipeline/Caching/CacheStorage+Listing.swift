extension CacheStorage {
  /// The entries that expire next, the earliest first and those that never do last; what is over
  /// already is left out.
  mutating func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    var search = DeadlineSearch(deadlines)
    var listed: [CachedEntry<Key>] = []
    while listed.count < limit, let slot = search.next(in: &deadlines) {
      let deadline = deadlines.deadline(of: slot)
      if deadline > now, let entry = self.listed(slot, deadline: deadline) { listed.append(entry) }
    }
    var slot = 0
    while listed.count < limit, slot < entries.count {
      if deadlines.deadline(of: slot) == .never, let entry = self.listed(slot, deadline: .never) {
        listed.append(entry)
      }
      slot += 1
    }
    return listed
  }

  private func listed(_ slot: Int, deadline: Moment) -> CachedEntry<Key>? {
    guard let key = contents[slot].key else { return nil }
    let entry = entries[slot]
    return CachedEntry(
      key: key, cost: entry.cost,
      timeLeft: deadline == .never ? nil : now.duration(to: deadline),
      isPinned: entry.pins > 0, isDiscarded: contents[slot].value == nil)
  }
}
