internal import Values

/// A question to a shared tier that is under way.
package struct TierLookup: Sendable {
  /// What came of it.
  package enum Answer: Hashable, Sendable {
    /// The thumbnail.
    case thumbnail(SharedThumbnail)
    /// There is one, of which nobody has asked for the pixels.
    case there
    /// There is none, and whoever asked is the one to make it.
    case toBeMade
    /// There is none yet: somebody else makes it.
    case madeElsewhere
    /// The tier is of no use for this one.
    case failed
  }

  let key: TierKey
  let request: TierRequest
  let secret: TierSecret
  let routes: TierRoutes
  /// How long to wait for it before anything else is done.
  let headStart: Duration
  let onDamage: @Sendable () -> Void

  /// Waits for the answer, as long as nothing better is done for it; blocks.
  /// - Returns: Nil where there is no answer by then.
  package func firstAnswer() -> Answer? {
    request.outcome(within: headStart).map(answer(of:))
  }

  /// Has a function hear of the thumbnail if there is one in time, on a thread of the tier or, where it
  /// is there, at once.
  package func whenFound(_ tell: @escaping @Sendable (SharedThumbnail) -> Void) {
    request.whenOver { outcome in
      if case .thumbnail(let thumbnail) = answer(of: outcome) { tell(thumbnail) }
    }
  }

  /// Ends the lease that has come with the answer, where one has and it still holds, so that another machine may
  /// make the thumbnail; never waits.
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
