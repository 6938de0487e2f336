/// A lookup in flight.
package struct TierLookup: Sendable {
  package enum Answer: Hashable, Sendable {
    case thumbnail(SharedThumbnail)
    /// It exists, and its pixels were not requested.
    case there
    /// Missing, and this process has the lease to make it.
    case toBeMade
    /// Missing, and another process has the lease.
    case madeElsewhere
    case failed
  }

  let key: TierKey
  let request: TierRequest
  let secret: TierSecret
  let routes: TierRoutes
  /// How long to wait before other work begins.
  let headStart: Duration
  let onDamage: @Sendable () -> Void

  /// Blocks for at most `headStart`; nil if there is no response by then.
  package func firstAnswer() -> Answer? {
    request.outcome(within: headStart).map(answer(of:))
  }

  /// Calls a handler if a thumbnail is found in time, on a thread of the tier, or at once if it is
  /// there.
  package func whenFound(_ tell: @escaping @Sendable (SharedThumbnail) -> Void) {
    request.whenOver { outcome in
      if case .thumbnail(let thumbnail) = answer(of: outcome) { tell(thumbnail) }
    }
  }

  /// Returns the lease if there is one, so that another machine may make the thumbnail; does not
  /// block.
  package func giveBack() {
    guard let mark = request.lease else { return }
    let request = TierRequest(.giveBack(key, mark), within: routes.timing.silence)
    _ = routes.line(for: key).send(request)
  }

  private func answer(of outcome: TierRequest.Outcome) -> Answer {
    switch outcome {
    case .success(.value(let bytes)):
      guard let thumbnail = TierValue.thumbnail(in: bytes, for: key, by: secret) else {
        onDamage()
        return .failed
      }
      return .thumbnail(thumbnail)
    case .success(.there): return .there
    case .success(.leased), .success(.nothing): return .toBeMade
    case .success(.leasedByOther): return .madeElsewhere
    default: return .failed
    }
  }
}
