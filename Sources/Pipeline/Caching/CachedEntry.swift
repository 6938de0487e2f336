/// What is known of one entry of a cache at one moment, its value left out.
package struct CachedEntry<Key: Hashable & Sendable>: Hashable, Sendable {
  /// What it is found by.
  package let key: Key
  /// What it takes, in bytes; zero where its content was discarded.
  package let cost: Int
  /// How long it will yet live if nobody asks for it; nil for ever.
  package let timeLeft: Duration?
  /// Tells whether it is kept from being evicted and discarded.
  package let isPinned: Bool
  /// Tells whether it has given up its content.
  package let isDiscarded: Bool
}
