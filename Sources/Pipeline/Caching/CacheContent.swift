/// A place for an entry, and the part of it that a hit asks for: apart from the rest, so that it takes
/// no more of the processor's cache than it must.
struct CacheContent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// What it is found by; none where the place is free.
  var key: Key?
  /// None where the place is free, or its content was discarded.
  var value: Value?
  /// How many ticks it lives from a hit on; zero where a hit does not move its deadline.
  var renewal: Int64 = 0

  /// Holds a value from now on.
  mutating func set(_ value: Value, renewal: Int64) {
    self.value = value
    self.renewal = renewal
  }

  /// Leaves the place free and hands over what was in it.
  mutating func takeAll() -> CacheContent {
    let taken = self
    self = CacheContent()
    return taken
  }
}
