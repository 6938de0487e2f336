package struct TierTiming: Hashable, Sendable {
  /// Later responses count as failures.
  package var budget = Duration.milliseconds(30)
  /// How long to wait for a response before other work for the photo begins.
  package var headStart = Duration.milliseconds(5)
  package var connecting = Duration.seconds(2)
  /// For a complete response, even if parts arrive, before the connection is closed.
  package var silence = Duration.seconds(1)
  /// For pending writes at exit; the rest is dropped.
  package var finishing = Duration.seconds(5)
  /// Lifetime of a lease in seconds; decoding takes less.
  package var leaseSeconds = 30
  /// Lifetime of a thumbnail in seconds, with 10% jitter; must be below 30 days, from which on
  /// memcached takes the number as a date.
  package var lifetimeSeconds = 14 * 24 * 3_600

  package init() {}
}
