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
