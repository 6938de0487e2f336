internal import Synchronization
internal import System

/// One command on its way to a node, and what has become of it.
final class TierRequest: Sendable {
  /// How often nodes of a cluster may name another one.
  private static let redirectionLimit = 4

  typealias Outcome = Result<TierReply, TierError>

  private enum State {
    case open(handler: (@Sendable (Outcome) -> Void)?)
    case over(Outcome)
  }

  let command: TierCommand
  /// How long its answer counts.
  let budget: Duration
  private let signal: WakeSignal?
  private let state: Mutex<State>
  private let leased = Mutex<LeaseMark?>(nil)
  private let redirections = Mutex<[TierRedirection]>([])

  /// Makes a request.
  /// - Parameters:
  ///   - command: What is asked.
  ///   - budget: How long its answer counts.
  ///   - isAwaited: Whether a thread waits for it.
  ///   - handler: Hears of the outcome.
  init(
    _ command: TierCommand, within budget: Duration, isAwaited: Bool = false,
    handler: (@Sendable (Outcome) -> Void)? = nil
  ) {
    self.command = command
    self.budget = budget
    signal = isAwaited ? WakeSignal() : nil
    state = Mutex(.open(handler: handler))
  }

  /// The outcome, where there is one.
  var outcome: Outcome? {
    state.withLock { if case .over(let outcome) = $0 { outcome } else { nil } }
  }

  /// The lease that has come with the answer, be that as late as it may.
  var lease: LeaseMark? { leased.withLock { $0 } }

  /// Whether the node that is asked next has to be told that the slot is on its way to it.
  var isForOnce: Bool { redirections.withLock { $0.last?.isForOnce ?? false } }

  /// It is sent on within a cluster.
  /// - Returns: False where that has happened too often already: its nodes do not agree.
  func noteRedirection(_ redirection: TierRedirection) -> Bool {
    redirections.withLock { redirections in
      redirections.append(redirection)
      return redirections.count <= Self.redirectionLimit && outcome == nil
    }
  }

  /// The server has given a lease.
  func noteLease(_ mark: LeaseMark?) {
    leased.withLock { $0 = mark }
  }

  /// Waits for the outcome; blocks.
  /// - Returns: Nil where the time is over before.
  func outcome(within patience: Duration) -> Outcome? {
    if let outcome { return outcome }
    guard let signal, patience > .zero else { return nil }
    _ = Polling.wait(for: [signal.number], atMost: patience)
    return outcome
  }

  /// Has a function hear of the outcome: at once where there is one, otherwise on the node's thread.
  func whenOver(_ handler: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if case .over(let outcome) = state { return outcome }
      state = .open(handler: handler)
      return nil
    }
    if let outcome { handler(outcome) }
  }

  /// Says what has become of it; the first who does so counts.
  /// - Returns: Whether that was the first.
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
