extension CacheStorage {
  /// The entries that expire next, the earliest first and those that never do last; what is over
  /// already is left out.
  ///
  /// Looks at every entry, and keeps no more than were asked for.
  func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    var next: [(slot: Int, deadline: Moment)] = []
    for slot in keys.indices where keys[slot] != nil {
      let deadline = deadlines.deadline(of: slot)
      guard deadline > now else { continue }
      if next.count >= limit, let last = next.last, last.deadline <= deadline { continue }
      let place = next.partitionPoint { $0.deadline > deadline }
      next.insert((slot, deadline), at: place)
      if next.count > limit { next.removeLast() }
    }
    return next.compactMap { listed($0.slot, deadline: $0.deadline) }
  }

  private func listed(_ slot: Int, deadline: Moment) -> CachedEntry<Key>? {
    guard let key = keys[slot] else { return nil }
    return CachedEntry(
      key: key, cost: entries[slot].cost,
      timeLeft: deadline == .never ? nil : now.duration(to: deadline),
      isPinned: entries[slot].pins > 0, isDiscarded: values[slot] == nil)
  }
}

extension Array {
  /// The first place whose element fulfils a condition that all after it fulfil too, by halving.
  fileprivate func partitionPoint(_ isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
