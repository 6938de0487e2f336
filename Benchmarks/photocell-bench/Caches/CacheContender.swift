/// A cache in a race; keys and values are prepared and addressed by number.
protocol CacheContender {
  /// `room` is the maximum number of entries.
  init(keys: [String], room: Int)

  /// Returns whether the key was found.
  func get(_ number: Int) -> Bool

  /// Stores a value with a cost of 100 bytes.
  func set(_ number: Int)

  func empty()
}

/// A value; `NSCache` accepts objects only.
final class CachedObject: Sendable {}
