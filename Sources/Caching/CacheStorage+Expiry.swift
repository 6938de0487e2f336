extension CacheStorage {
  /// Takes the expired out, as many as are asked for at most, and tells how many it were.
  @discardableResult
  mutating func sweep(limit: Int = .max) -> Int {
    var count = 0
    while count < limit, expireFirst() { count += 1 }
    return count
  }

  /// The moment at which the next entry expires; nil where none does.
  var nextExpiry: Moment? { deadlines.first.map { deadlines.deadline(of: $0) } }

  /// Takes one expired entry out, if there is one.
  mutating func expireFirst() -> Bool {
    guard let slot = deadlines.first, deadlines.deadline(of: slot) <= now else { return false }
    expire(slot)
    return true
  }

  mutating func expire(_ slot: Int) {
    ring.current.expired += 1
    remove(slot)
  }
}
