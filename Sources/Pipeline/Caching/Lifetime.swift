/// What an entry's deadline follows from, in the ticks of its cache.
enum Lifetime: Hashable, Sendable {
  /// Some ticks from the moment that it begins.
  case ticks(Int64)
  /// A moment that does not depend on when it begins.
  case until(Moment)

  init(_ expiration: Expiration) {
    self =
      switch expiration {
      case .never: .until(.never)
      case .after(let duration): .ticks(Moment(offset: duration).ticks)
      case .expired: .until(.past)
      }
  }

  /// How many ticks an entry lives from a hit on; zero where a hit does not move its deadline.
  var renewal: Int64 {
    if case .ticks(let ticks) = self { ticks } else { 0 }
  }

  /// The first moment at which a lifetime that begins now is over.
  func deadline(from now: Moment) -> Moment {
    switch self {
    case .ticks(let ticks): now.advanced(by: ticks)
    case .until(let moment): moment
    }
  }
}
