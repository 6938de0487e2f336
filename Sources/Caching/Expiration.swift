/// How long an entry of a cache lives after it was stored or last asked for.
package enum Expiration: Hashable, Sendable {
  /// It stays until it is evicted or removed.
  case never
  /// It is gone when nobody has asked for it for this long.
  case after(Duration)
}
