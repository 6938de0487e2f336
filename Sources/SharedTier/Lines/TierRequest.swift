internal import Base
internal import Synchronization

/// A command in flight and its outcome.
final class TierRequest: Sendable {
  private static let redirectionLimit = 4

  typealias Outcome = Result<TierReply, TierError>

  private enum State {
    case open(handler: (@Sendable (Outcome) -> Void)?)
    case over(Outcome)
  }

  let command: TierCommand
  let budget: Duration
  private let signal: WakeSignal?
  private let state: Mutex<State>
  private let leased = Mutex<LeaseMark?>(nil)
  private let redirections = Mutex<[TierRedirection]>([])

  /// Set `isAwaited` to use `outcome(within:)`.
  init(
    _ command: TierCommand, within budget: Duration, isAwaited: Bool = false,
    handler: (@Sendable (Outcome) -> Void)? = nil
  ) {
    self.command = command
    self.budget = budget
    signal = isAwaited ? WakeSignal() : nil
    state = Mutex(.open(handler: handler))
  }

  var outcome: Outcome? {
    state.withLock { if case .over(let outcome) = $0 { outcome } else { nil } }
  }

  /// Also if the response arrived too late.
  var lease: LeaseMark? { leased.withLock { $0 } }

  /// Whether `ASKING` must be sent before it.
  var isForOnce: Bool { redirections.withLock { $0.last?.isForOnce ?? false } }

  /// Records a redirection; false if there were too many, since the nodes disagree.
  func noteRedirection(_ redirection: TierRedirection) -> Bool {
    redirections.withLock { redirections in
      redirections.append(redirection)
      return redirections.count <= Self.redirectionLimit && outcome == nil
    }
  }

  func noteLease(_ mark: LeaseMark?) {
    leased.withLock { $0 = mark }
  }

  /// Blocks until the outcome; nil on timeout.
  func outcome(within patience: Duration) -> Outcome? {
    if let outcome { return outcome }
    guard let signal, patience > .zero else { return nil }
    _ = Polling.wait(for: [signal.number], atMost: patience)
    return outcome
  }

  /// Sets the handler: it is called at once if there is an outcome, otherwise on the node's thread.
  func whenOver(_ handler: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if case .over(let outcome) = state { return outcome }
      state = .open(handler: handler)
      return nil
    }
    if let outcome { handler(outcome) }
  }

  /// Sets the outcome; only the first call has an effect and returns true.
  @discardableResult
  func end(_ outcome: Outcome) -> Bool {
    let (isFirst, handler) = state.withLock { state -> (Bool, (@Sendable (Outcome) -> Void)?) in
      guard case .open(let handler) = state else { return (false, nil) }
      state = .over(outcome)
      return (true, handler)
    }
    guard isFirst else { return false }
    signal?.give()
    handler?(outcome)
    return true
  }
}
