/// A value with a deadline; the value may be given up while the deadline stands.
struct ExpirableObject<Value: Sendable>: Sendable {
  /// The value; none where it was discarded.
  var content: Value?
  /// The first moment at which it must not be handed out any more.
  var deadline: Moment
  let lifetime: Lifetime

  /// Begins a lifetime.
  init(_ value: Value, lifetime: Lifetime, storedAt now: Moment) {
    content = value
    self.lifetime = lifetime
    deadline = lifetime.deadline(from: now)
  }

  /// Tells whether it must not be handed out any more.
  func isExpired(at now: Moment) -> Bool {
    deadline <= now
  }

  /// Moves the deadline as a hit does, and tells whether that changed it.
  mutating func extend(by rule: LifetimeExtension, at now: Moment) -> Bool {
    let before = deadline
    switch rule {
    case .none: return false
    case .own: deadline = lifetime.deadline(from: now)
    case .given(let other): deadline = other.deadline(from: now)
    }
    return deadline != before
  }

  /// Gives the content up and hands it out for the last time.
  mutating func discard() -> Value? {
    content.take()
  }
}
