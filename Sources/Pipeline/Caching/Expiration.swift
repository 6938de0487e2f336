/// How long an entry of a cache lives.
///
/// For a date, store with the time left until then: `.within(date - now)`.
public enum Expiration: Hashable, Sendable {
  /// Until it is evicted or removed.
  case never
  /// This long after it was stored or last hit.
  case after(Duration)
  /// This long after it was stored, which no hit makes longer.
  case within(Duration)
  /// Not at all: such an entry is not kept.
  case expired

  /// A lifetime in seconds, begun anew by each hit.
  public static func seconds(_ seconds: some BinaryInteger) -> Expiration {
    .after(.seconds(seconds))
  }

  /// A lifetime in seconds and fractions of a second, begun anew by each hit.
  public static func seconds(_ seconds: Double) -> Expiration {
    .after(.seconds(seconds))
  }

  /// A lifetime in days of 24 hours, begun anew by each hit.
  public static func days(_ days: Int) -> Expiration {
    .after(.seconds(days) * 86_400)
  }
}

/// What a hit does to the lifetime of an entry.
public enum ExpirationExtension: Hashable, Sendable {
  /// Nothing: every entry expires when it would without a hit.
  case none
  /// The entry's own lifetime begins anew, as `Expiration` says.
  case ownLifetime
  /// The entry lives as long as this from now on, shorter or longer than before.
  case lifetime(Expiration)
}

/// A lifetime in the ticks of a cache.
@usableFromInline struct Lifetime: Hashable, Sendable {
  private let ticks: Int64
  /// How many ticks an entry lives from a hit on; zero where a hit does not extend its lifetime.
  @usableFromInline let renewal: Int64

  @usableFromInline init(_ expiration: Expiration) {
    ticks =
      switch expiration {
      case .never: .max
      case .after(let duration), .within(let duration): Moment(offset: duration).ticks
      case .expired: 0
      }
    renewal = if case .after = expiration { ticks } else { 0 }
  }

  /// The first moment at which a lifetime that begins now is over.
  @usableFromInline func deadline(from now: Moment) -> Moment { now.advanced(by: ticks) }
}

/// A moment as a whole number of ticks since the cache was made.
///
/// A tick is 2^29 attoseconds, about half a nanosecond: coarse enough for one machine word to hold
/// 150 years, fine enough to tell two moments a nanosecond apart, and computed with a shift where
/// nanoseconds would need a 128-bit division at every hit.
@usableFromInline struct Moment: Comparable, Hashable, Sendable {
  @usableFromInline var ticks: Int64

  /// Later than every other moment.
  @usableFromInline static let never = Moment(ticks: .max)

  @inlinable init(ticks: Int64) {
    self.ticks = ticks
  }

  /// The moment a time after the cache was made.
  @usableFromInline init(offset: Duration) {
    ticks = Int64(clamping: offset.attoseconds >> 29)
  }

  /// The moment some ticks later; `never` where that is too far away.
  @inlinable func advanced(by ticks: Int64) -> Moment {
    let (sum, overflows) = self.ticks.addingReportingOverflow(ticks)
    return overflows ? .never : Moment(ticks: sum)
  }

  /// The time until a later moment, which may not be `never`, rounded up to a whole nanosecond: a
  /// sleeper that waits as long does not wake before it.
  @usableFromInline func duration(to later: Moment) -> Duration {
    let nanosecond: Int128 = 1_000_000_000
    let exact = Int128(later.ticks - ticks) << 29
    return Duration(attoseconds: (exact + nanosecond - 1) / nanosecond * nanosecond)
  }

  @inlinable static func < (left: Moment, right: Moment) -> Bool {
    left.ticks < right.ticks
  }
}
