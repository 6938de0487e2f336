/// An order in which entries are evicted.
///
/// It knows entries by their slots, and neither keys nor values nor costs, so that it can be exchanged
/// and be run alone on a trace of accesses. A slot is used again after it was removed or evicted. Not
/// safe to share: the cache calls it under its lock.
public protocol EvictionPolicy: Sendable {
  /// The number of entries that may be evicted: those that are not parked.
  var count: Int { get }

  /// Announces how many entries of about the current cost the cache has room for.
  mutating func expect(capacity: Int)

  /// Adds a new entry.
  /// - Parameters:
  ///   - slot: The number of the entry, not in use.
  ///   - fingerprint: Bits of the key's hash, by which a key that comes back is recognised.
  mutating func insert(_ slot: Int, fingerprint: UInt32)

  /// Records a hit.
  mutating func use(_ slot: Int)

  /// Forgets an entry, parked or not.
  mutating func remove(_ slot: Int)

  /// Keeps an entry from being evicted.
  mutating func park(_ slot: Int)

  /// Lets an entry be evicted again, as if it had just been used.
  mutating func unpark(_ slot: Int)

  /// Chooses the next entry to be evicted and forgets it; nil where all are parked.
  mutating func evict() -> Int?

  /// The entry that is likely to be evicted next; nil where that takes more than a glance.
  var candidate: Int? { get }

  /// Announces that an entry with a fingerprint will be inserted or evicted in a moment.
  func prefetch(_ fingerprint: UInt32)
}

extension EvictionPolicy {
  /// Unknown.
  public var candidate: Int? { nil }

  /// Fetches nothing.
  public func prefetch(_ fingerprint: UInt32) {}
}
