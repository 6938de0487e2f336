extension CacheStorage {
  /// Takes the expired out, as many as are asked for at most, and tells how many it were.
  @discardableResult
  mutating func sweep(at now: Moment, limit: Int = .max) -> Int {
    ring.advance(to: now)
    var count = 0
    while count < limit, expireFirst(at: now) { count += 1 }
    return count
  }

  /// The moment at which the next entry expires; nil where none does.
  mutating func nextExpiry() -> Moment? {
    while let item = deadlines.first {
      let slot = Int(item.slot)
      guard let deadline = entries[slot]?.object.deadline, deadline != item.deadline else {
        return item.deadline
      }
      deadlines.set(deadline, for: slot)
    }
    return nil
  }

  /// Takes one expired entry out, if there is one.
  mutating func expireFirst(at now: Moment) -> Bool {
    while let item = deadlines.first, item.deadline <= now {
      let slot = Int(item.slot)
      guard let deadline = entries[slot]?.object.deadline, deadline > now else {
        expire(slot)
        return true
      }
      deadlines.set(deadline, for: slot)
    }
    return false
  }

  mutating func expire(_ slot: Int) {
    ring.count(\.expired)
    policy.remove(slot)
    free(slot)
  }

  /// Moves a deadline after a hit.
  ///
  /// What the heap has noted may lie before the deadline, by a 64th of the lifetime at most: so a
  /// hit is cheap, and a sweep finds few entries that live on.
  mutating func extend(_ slot: Int, at now: Moment) {
    guard entries[slot]?.object.extend(by: rule, at: now) == true,
      let deadline = entries[slot]?.object.deadline
    else { return }
    let noted = deadlines.deadline(of: slot) ?? .never
    let slack = (deadline.ticks &- now.ticks) >> 6
    if deadline == .never || deadline < noted || deadline.ticks &- noted.ticks > slack {
      deadlines.set(deadline, for: slot)
    }
  }
}
