internal import Synchronization

/// How much of a catalog is wanted: a feed goes on to its next page only when somebody comes near
/// the end of what there is.
///
/// Callable from any thread. Who waits for demand costs nothing until it comes.
package final class CatalogDemand: Sendable {
  private struct State {
    var wishes: Wishes
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    var shares: [Share] = []
  }

  /// What is wanted so far.
  struct Wishes {
    /// How many photos in all.
    var wanted: Int
    /// How often what failed is to be tried again.
    var retryCount = 0
    /// How often somebody has begun to look.
    var glanceCount = 0
  }

  private struct Waiter {
    let isMet: @Sendable (Wishes) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  /// The demand for a part of the catalog.
  struct Share: Sendable {
    let demand: CatalogDemand
    /// How many photos come before the part.
    let precedingCount: Int
  }

  private let state: Mutex<State>

  /// Makes a demand.
  /// - Parameter count: How many photos are wanted to begin with.
  package init(_ count: Int) {
    state = Mutex(State(wishes: Wishes(wanted: count)))
  }

  /// Wants so many photos in all; to want fewer than before changes nothing.
  package func want(_ count: Int) {
    let shares: [Share] = change { state in
      guard count > state.wishes.wanted else { return [] }
      state.wishes.wanted = count
      return state.shares
    }
    for share in shares { share.demand.want(count - share.precedingCount) }
  }

  /// Wants what failed to be tried again.
  package func retry() {
    let shares: [Share] = change { state in
      state.wishes.retryCount += 1
      return state.shares
    }
    for share in shares { share.demand.retry() }
  }

  /// Tells that somebody looks at the photos who may have looked elsewhere: what is only looked for from
  /// time to time is looked for now.
  package func glance() {
    let shares: [Share] = change { state in
      state.wishes.glanceCount += 1
      return state.shares
    }
    for share in shares { share.demand.glance() }
  }

  /// Passes on to parts what is wanted of the whole, now and later.
  func pass(on shares: [Share]) {
    let wanted = state.withLock { state in
      state.shares = shares
      return state.wishes.wanted
    }
    for share in shares { share.demand.want(wanted - share.precedingCount) }
  }

  /// What is wanted so far.
  var wishes: Wishes { state.withLock(\.wishes) }

  /// How often what failed was to be tried again.
  var retryCount: Int { wishes.retryCount }

  /// Whether more than so many photos are wanted.
  func isMore(than count: Int) -> Bool { state.withLock { $0.wishes.wanted > count } }

  /// Waits until more than so many photos are wanted; over at once where the task is cancelled.
  func waitForMore(than count: Int) async {
    await wait { $0.wanted > count }
  }

  /// Waits until what failed is to be tried again, once more than so often; over at once where the
  /// task is cancelled.
  func waitForRetry(after count: Int) async {
    await wait { $0.retryCount > count }
  }

  /// Waits until more than so many photos are wanted, or what there is is to be tried again, once more than so
  /// often; over at once where the task is cancelled.
  func waitForMore(than count: Int, orRetryAfter retryCount: Int) async {
    await wait { $0.wanted > count || $0.retryCount > retryCount }
  }

  /// Waits until somebody has begun to look once more than so often; over at once where the task is
  /// cancelled.
  func waitForGlance(after count: Int) async {
    await wait { $0.glanceCount > count }
  }
}

extension CatalogDemand {
  private func wait(until isMet: @escaping @Sendable (Wishes) -> Bool) async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          guard !Task.isCancelled, !isMet(state.wishes) else { return false }
          state.waiters[number] = Waiter(isMet: isMet, continuation: continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      // A task that is cancelled before it waits finds that out under the lock.
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }

  /// Changes what is wanted, and wakes those whose wish has come true.
  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, woken) = state.withLock { state in
      let result = body(&state)
      let met = state.waiters.filter { $0.value.isMet(state.wishes) }
      for number in met.keys { state.waiters[number] = nil }
      return (result, met.values.map(\.continuation))
    }
    for continuation in woken { continuation.resume() }
    return result
  }
}
