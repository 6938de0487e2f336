internal import Base
internal import Synchronization

final class TierRequest: Sendable {
  private static let redirectionLimit = 4

  typealias Outcome = Result<TierReply, TierError>

  private struct State {
    var outcome: Outcome?
    var handler: (@Sendable (Outcome) -> Void)?
    var lease: LeaseToken?
    var redirections: [TierRedirection] = []
  }

  let command: TierCommand
  let budget: Duration
  private let signal: WakeSignal?
  private let state: Mutex<State>

  init(
    _ command: TierCommand, within budget: Duration, isBlocking: Bool = false,
    handler: (@Sendable (Outcome) -> Void)? = nil
  ) {
    (self.command, self.budget) = (command, budget)
    signal = isBlocking ? WakeSignal() : nil
    state = Mutex(State(handler: handler))
  }

  var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Also if the response arrived too late.
  var lease: LeaseToken? { state.withLock { $0.lease } }

  /// Whether `ASKING` must be sent before it.
  var isForOnce: Bool { state.withLock { $0.redirections.last?.isForOnce ?? false } }

  /// False if there were too many, since the nodes disagree.
  func recordRedirection(_ redirection: TierRedirection) -> Bool {
    state.withLock { state in
      state.redirections.append(redirection)
      return state.redirections.count <= Self.redirectionLimit && state.outcome == nil
    }
  }

  func recordLease(_ token: LeaseToken?) {
    state.withLock { $0.lease = token }
  }

  /// Blocks until the outcome; nil on timeout.
  func outcome(within patience: Duration) -> Outcome? {
    if let outcome { return outcome }
    guard let signal, patience > .zero else { return nil }
    _ = Polling.wait(for: [signal.number], atMost: patience)
    return outcome
  }

  /// Called at once if there is an outcome, otherwise on the node's thread.
  func whenOver(_ handler: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if state.outcome == nil { state.handler = handler }
      return state.outcome
    }
    if let outcome { handler(outcome) }
  }

  /// Only the first call has an effect and returns true.
  @discardableResult
  func end(_ outcome: Outcome) -> Bool {
    let (isFirst, handler) = state.withLock { state -> (Bool, (@Sendable (Outcome) -> Void)?) in
      guard state.outcome == nil else { return (false, nil) }
      state.outcome = outcome
      defer { state.handler = nil }
      return (true, state.handler)
    }
    guard isFirst else { return false }
    signal?.give()
    handler?(outcome)
    return true
  }
}
