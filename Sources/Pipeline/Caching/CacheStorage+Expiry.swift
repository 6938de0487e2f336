extension CacheStorage {
  /// Removes expired entries, at most as many as asked for, and returns their number.
  @discardableResult
  @inlinable mutating func sweep(limit: Int = .max) -> Int {
    let due = deadlines.takeDue(at: now, limit: limit)
    for slot in due { prefetchRemoval(of: slot) }
    for slot in due { expire(slot) }
    return due.count
  }

  /// The moment at which the next entry expires; nil where none does.
  @inlinable mutating func nextExpiry() -> Moment? {
    let earliest = deadlines.earliest()
    return earliest == .never ? nil : earliest
  }

  @inlinable mutating func expire(_ slot: Int) {
    ring.current.expired += 1
    remove(slot)
  }

  /// Moves a deadline as a hit does.
  @inlinable mutating func extendLifetime(of slot: Int) {
    switch rule {
    case .none: break
    case .ownLifetime:
      let renewal = contents[slot].renewal
      if renewal != 0 { deadlines.set(now.advanced(by: renewal), for: slot) }
    case .lifetime(let expiration):
      deadlines.set(Lifetime(expiration).deadline(from: now), for: slot)
    }
  }

  /// The entries that expire next, the earliest first and those that never do last; expired ones are
  /// left out.
  @usableFromInline mutating func nextToExpire(_ limit: Int) -> [CachedEntry<Key>] {
    var search = DeadlineSearch(deadlines)
    var listed: [CachedEntry<Key>] = []
    while listed.count < limit, let slot = search.next(in: &deadlines) {
      let deadline = deadlines.deadline(of: slot)
      if deadline > now, let entry = listing(of: slot) { listed.append(entry) }
    }
    for slot in entries.indices where deadlines.deadline(of: slot) == .never {
      guard listed.count < limit else { break }
      if let entry = listing(of: slot) { listed.append(entry) }
    }
    return listed
  }

  @usableFromInline func listing(of slot: Int) -> CachedEntry<Key>? {
    guard let key = contents[slot].key else { return nil }
    let (entry, deadline) = (entries[slot], deadlines.deadline(of: slot))
    return CachedEntry(
      key: key, cost: entry.cost,
      timeLeft: deadline == .never ? nil : now.duration(to: deadline),
      isPinned: entry.pins > 0, isDiscarded: contents[slot].value == nil)
  }
}
