/// What a hit does to a deadline, in the ticks of the cache.
enum LifetimeExtension: Hashable, Sendable {
  case none
  case own
  case given(Lifetime)

  init(_ rule: ExpirationExtension) {
    self =
      switch rule {
      case .none: .none
      case .ownLifetime: .own
      case .lifetime(let expiration): .given(Lifetime(expiration))
      }
  }
}
