import Synchronization

/// A gate that so many may be behind at once; who comes later waits, and may go away meanwhile.
final class DecodingGate: Sendable {
  private struct State {
    var free: Int
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    /// The numbers of those who wait or have gone away, the first first.
    var order: [Int] = []
    var lastID = 0
  }

  private let state: Mutex<State>

  init(width: Int) {
    state = Mutex(State(free: width))
  }

  /// Waits for a place; false, and no place, where the task was cancelled before there was one.
  func enter() async -> Bool {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, as: id) }
    } onCancel: {
      goAway(id)
    }
  }

  /// Gives a place back, to the first who waits.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      while let id = state.order.first {
        state.order.removeFirst()
        if let waiter = state.waiting.removeValue(forKey: id) { return waiter }
      }
      state.free += 1
      return nil
    }
    next?.resume(returning: true)
  }

  private func wait(_ waiter: CheckedContinuation<Bool, Never>, as id: Int) {
    let answer = state.withLock { state -> Bool? in
      if Task.isCancelled { return false }
      if state.free > 0 {
        state.free -= 1
        return true
      }
      state.waiting[id] = waiter
      state.order.append(id)
      return nil
    }
    if let answer { waiter.resume(returning: answer) }
  }

  private func goAway(_ id: Int) {
    let waiter = state.withLock { $0.waiting.removeValue(forKey: id) }
    waiter?.resume(returning: false)
  }
}
