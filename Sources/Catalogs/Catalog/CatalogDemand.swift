internal import Synchronization

/// A feed loads its next page only when the user approaches the end of what is loaded. Callable
/// from any thread; waiting does not poll.
package final class CatalogDemand: Sendable {
  private struct State {
    var requests: PageRequests
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    var shares: [Share] = []
  }

  struct PageRequests {
    var wanted: Int
    var retryCount = 0
    /// Number of times the user has returned to the program.
    var glanceCount = 0
  }

  private typealias Waiter = (
    isMet: @Sendable (PageRequests) -> Bool, continuation: CheckedContinuation<Void, Never>
  )

  package typealias Share = (demand: CatalogDemand, precedingCount: Int)

  private let state: Mutex<State>

  package init(_ count: Int) {
    state = Mutex(State(requests: PageRequests(wanted: count)))
  }

  package func want(_ count: Int) {
    change({ $0.wanted = max($0.wanted, count) }) { $0.demand.want(count - $0.precedingCount) }
  }

  package func retry() {
    change({ $0.retryCount += 1 }) { $0.demand.retry() }
  }

  package func glance() {
    change({ $0.glanceCount += 1 }) { $0.demand.glance() }
  }

  package func pass(on shares: [Share]) {
    let wanted = state.withLock { state in
      state.shares = shares
      return state.requests.wanted
    }
    for share in shares { share.demand.want(wanted - share.precedingCount) }
  }

  var requests: PageRequests { state.withLock(\.requests) }

  package var retryCount: Int { requests.retryCount }

  package func isMore(than count: Int) -> Bool { state.withLock { $0.requests.wanted > count } }

  /// Returns at once if the task is cancelled.
  package func waitForMore(than count: Int, orRetryAfter retryCount: Int = .max) async {
    await wait { $0.wanted > count || $0.retryCount > retryCount }
  }

  /// Returns at once if the task is cancelled.
  package func waitForRetry(after count: Int) async {
    await waitForMore(than: .max, orRetryAfter: count)
  }

  func wait(until isMet: @escaping @Sendable (PageRequests) -> Bool) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          guard !Task.isCancelled, !isMet(state.requests) else { return false }
          state.waiters[number] = (isMet, continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      // A task cancelled before it waits checks that under the lock.
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }

  private func change(_ body: (inout PageRequests) -> Void, passOn: (Share) -> Void) {
    let (shares, woken) = state.withLock { state in
      body(&state.requests)
      let met = state.waiters.filter { $0.value.isMet(state.requests) }
      for number in met.keys { state.waiters[number] = nil }
      return (state.shares, met.values.map(\.continuation))
    }
    for continuation in woken { continuation.resume() }
    for share in shares { passOn(share) }
  }
}
