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

// A tick is 2^29 attoseconds, about half a nanosecond: one machine word counts 150 years, and a shift
// converts it where nanoseconds would need a 128-bit division at every hit. The greatest time is half
// of that, so that the sum of two does not overflow.

extension Int64 {
  @inlinable static var never: Int64 { max / 2 }
}

extension Duration {
  @usableFromInline var ticks: Int64 { min(.never, Int64(clamping: attoseconds >> 29)) }

  /// Rounds up to a nanosecond: who sleeps as long does not wake too early.
  init(ticks: Int64) {
    self = .nanoseconds((Int128(ticks) << 29 + 999_999_999) / 1_000_000_000)
  }
}

extension Expiration {
  @usableFromInline var ticks: Int64 {
    switch self {
    case .never: .never
    case .after(let duration), .within(let duration): duration.ticks
    case .expired: 0
    }
  }
}

extension ExpirationExtension {
  /// The ticks that an entry lives from a hit on; nil where a hit does not change its deadline.
  @usableFromInline func renewal(of expiration: Expiration) -> Int64? {
    switch (self, expiration) {
    case (.ownLifetime, .after(let duration)): duration.ticks
    case (.lifetime(let lifetime), _): lifetime.ticks
    default: nil
    }
  }
}
