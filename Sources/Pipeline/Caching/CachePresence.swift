/// What a cache knows of a key.
package enum CachePresence: Hashable, Sendable {
  /// Nothing.
  case absent
  /// The key is there, its content was given up: storing a value brings it back.
  case discarded
  /// The value is there.
  case present
}
