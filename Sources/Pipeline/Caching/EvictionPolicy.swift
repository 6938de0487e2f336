/// An order in which entries are evicted.
///
/// It knows entries by the number of their slot in the cache, and neither keys nor values nor costs:
/// so it can be exchanged, and run alone on a trace of accesses. A slot is used again after it was
/// removed or evicted. Not safe to share: the cache calls it under its lock.
package protocol EvictionPolicy: Sendable {
  /// The number of entries that may be evicted: those that are not parked.
  var count: Int { get }

  /// Says how many entries the cache has room for at about their present cost.
  mutating func expect(capacity: Int)

  /// Takes a new entry in.
  /// - Parameters:
  ///   - slot: The number of the entry, not in use.
  ///   - fingerprint: Bits of the key's hash, by which a key that comes back may be known.
  mutating func insert(_ slot: Int, fingerprint: UInt32)

  /// Notes a hit.
  mutating func use(_ slot: Int)

  /// Forgets an entry, parked or not.
  mutating func remove(_ slot: Int)

  /// Keeps an entry from being evicted.
  mutating func park(_ slot: Int)

  /// Lets an entry be evicted again, as one that was seen a moment ago.
  mutating func unpark(_ slot: Int)

  /// Chooses the next to go and forgets it; nil where all are parked.
  mutating func evict() -> Int?

  /// The entry that goes next, as far as can be told at a glance; nil where it cannot.
  var candidate: Int? { get }

  /// Says that an entry with a fingerprint will be inserted or evicted in a moment.
  func prefetch(_ fingerprint: UInt32)
}

extension EvictionPolicy {
  /// It cannot be told.
  package var candidate: Int? { nil }

  /// Nothing is worth asking for.
  package func prefetch(_ fingerprint: UInt32) {}
}
