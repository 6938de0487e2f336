extension CacheStorage {
  /// Takes the expired out, as many as are asked for at most, and tells how many it were.
  @discardableResult
  mutating func sweep(limit: Int = .max) -> Int {
    let due = deadlines.takeDue(at: now, limit: limit)
    for slot in due { prefetchRemoval(of: slot) }
    for slot in due { expire(slot) }
    return due.count
  }

  /// The moment at which the next entry expires; nil where none does.
  mutating func nextExpiry() -> Moment? {
    let earliest = deadlines.earliest()
    return earliest == .never ? nil : earliest
  }

  mutating func expire(_ slot: Int) {
    ring.current.expired += 1
    remove(slot)
  }

  /// Moves a deadline as a hit does.
  mutating func extend(_ slot: Int) {
    switch rule {
    case .none: break
    case .own:
      let renewal = contents[slot].renewal
      if renewal != 0 { deadlines.set(now.advanced(by: renewal), for: slot) }
    case .given(let lifetime): deadlines.set(lifetime.deadline(from: now), for: slot)
    }
  }
}
