/// What is known of an entry beside its key, its value, its deadline and its place in the order of
/// eviction.
struct CacheEntry: Sendable {
  let hash: UInt32
  var cost: Int
  var pins: Int
  var isDiscardable: Bool
}
