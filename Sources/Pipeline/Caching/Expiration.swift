/// How long an entry of a cache lives after it was stored or last asked for.
///
/// A date is not among them, as it is an instant of the cache's own clock: `MemoryCache` takes one
/// with `until`.
package enum Expiration: Hashable, Sendable {
  /// It stays until it is evicted or removed.
  case never
  /// It is gone when nobody has asked for it for this long.
  case after(Duration)
  /// It is over from the beginning: such an entry is not kept.
  case expired

  /// A lifetime in seconds.
  package static func seconds(_ seconds: some BinaryInteger) -> Expiration {
    .after(.seconds(seconds))
  }

  /// A lifetime in seconds and parts of a second.
  package static func seconds(_ seconds: Double) -> Expiration {
    .after(.seconds(seconds))
  }

  /// A lifetime in days of 24 hours.
  package static func days(_ days: Int) -> Expiration {
    .after(.seconds(days) * 86_400)
  }
}
