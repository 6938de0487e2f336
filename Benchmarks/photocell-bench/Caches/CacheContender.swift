/// A cache in a race: keys and values are ready, and named by number.
protocol CacheContender {
  /// Makes an empty cache.
  /// - Parameters:
  ///   - keys: The texts of all keys there will be.
  ///   - room: How many entries it may hold.
  init(keys: [String], room: Int)

  /// Looks a key up and tells whether it was there.
  func get(_ number: Int) -> Bool

  /// Stores a value for a key, at a cost of 100 bytes.
  func set(_ number: Int)

  /// Lets everything go.
  func empty()
}

/// What a contender keeps: an object, as `NSCache` takes nothing else.
final class CachedObject: Sendable {}
