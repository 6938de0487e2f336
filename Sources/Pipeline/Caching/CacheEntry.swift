/// What is known of an entry that a hit does not ask for.
struct CacheEntry: Sendable {
  var hash: UInt32 = 0
  var pins: Int32 = 0
  /// In bytes.
  var cost = 0
  var isDiscardable = false
}
