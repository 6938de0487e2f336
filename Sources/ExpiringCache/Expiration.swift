/// How long an entry of a cache lives.
public enum Expiration: Hashable, Sendable {
  /// Until it is evicted or removed.
  case never
  /// This long after it was stored or last hit.
  case after(Duration)
  /// This long after it was stored, which no hit makes longer.
  case within(Duration)
  /// Not at all: such an entry is not stored.
  case expired

  /// A lifetime in seconds, begun anew by each hit.
  public static func seconds(_ seconds: some BinaryInteger) -> Expiration {
    .after(.seconds(seconds))
  }
  /// A lifetime in seconds and fractions of a second, begun anew by each hit.
  public static func seconds(_ seconds: Double) -> Expiration { .after(.seconds(seconds)) }
  /// A lifetime in days of 24 hours, begun anew by each hit.
  public static func days(_ days: Int) -> Expiration { .after(.seconds(days) * 86_400) }
}

/// What a hit does to the lifetime of an entry.
public enum ExpirationExtension: Hashable, Sendable {
  /// Nothing: every entry expires when it would without a hit.
  case none
  /// The entry's own lifetime begins anew, as ``Expiration`` says.
  case ownLifetime
  /// The entry lives as long as this from now on, shorter or longer than before.
  case lifetime(Expiration)
}

extension Expiration {
  /// The first moment at which a lifetime that begins now is over.
  @usableFromInline func deadline(from now: Moment) -> Moment {
    switch self {
    case .never: .never
    case .after(let duration), .within(let duration):
      now.advanced(by: Moment(offset: duration).ticks)
    case .expired: now
    }
  }

  /// The ticks that an entry lives from a hit on; zero where a hit does not extend its lifetime.
  @usableFromInline var renewal: Int64 {
    if case .after(let duration) = self { Moment(offset: duration).ticks } else { 0 }
  }
}

/// A moment as a whole number of ticks since the cache was made.
///
/// A tick is 2^29 attoseconds, about half a nanosecond: one machine word holds 150 years, and a shift
/// converts it where nanoseconds would need a 128-bit division at every hit.
@usableFromInline struct Moment: Comparable, Hashable, Sendable {
  @usableFromInline let ticks: Int64
  /// Later than every other moment.
  @inlinable static var never: Moment { Moment(ticks: .max) }

  @inlinable init(ticks: Int64) { self.ticks = ticks }

  @usableFromInline init(offset: Duration) { ticks = Int64(clamping: offset.attoseconds >> 29) }

  /// The moment some ticks later; `never` where that is too far away.
  @inlinable func advanced(by ticks: Int64) -> Moment {
    let (sum, overflows) = self.ticks.addingReportingOverflow(ticks)
    return overflows ? .never : Moment(ticks: sum)
  }

  /// The time until a later moment, rounded up to a nanosecond: a sleeper does not wake too early.
  func duration(to later: Moment) -> Duration {
    let exact = Int128(later.ticks - ticks) << 29
    return Duration(attoseconds: (exact + 999_999_999) / 1_000_000_000 * 1_000_000_000)
  }

  @inlinable static func < (left: Moment, right: Moment) -> Bool { left.ticks < right.ticks }
}
