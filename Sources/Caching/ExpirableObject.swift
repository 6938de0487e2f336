/// A value with a deadline that every hit moves on.
struct ExpirableObject<Value: Sendable, Instant: InstantProtocol>: Sendable
where Instant.Duration == Duration {
  let value: Value
  private let expiration: Expiration
  /// The instant from which on the value is expired; none where it never is.
  private var deadline: Instant?

  init(_ value: Value, expiration: Expiration, storedAt now: Instant) {
    self.value = value
    self.expiration = expiration
    renew(at: now)
  }

  /// Tells whether the value must not be handed out any more.
  func isExpired(at now: Instant) -> Bool {
    guard let deadline else { return false }
    return deadline <= now
  }

  /// Gives the value its whole lifetime again.
  mutating func renew(at now: Instant) {
    guard case .after(let lifetime) = expiration else { return }
    deadline = now.advanced(by: lifetime)
  }
}
