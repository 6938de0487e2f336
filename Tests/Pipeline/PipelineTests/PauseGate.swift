import Synchronization

/// A pause that lasts until the test opens it; it may be opened before anyone comes.
final class PauseGate: Sendable {
  fileprivate struct State {
    var durations: [Duration] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var openings = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// How long each pause was to be.
  var durations: [Duration] { state.withLock(\.durations) }

  /// Waits for one opening.
  @Sendable func pause(for duration: Duration) async {
    await withCheckedContinuation { continuation in
      let met = state.withLock { state in
        state.durations.append(duration)
        state.waiting.append(continuation)
        return state.released + state.satisfiedWatchers
      }
      for continuation in met { continuation.resume() }
    }
  }

  /// Lets one pause end.
  func open() {
    let met = state.withLock { state in
      state.openings += 1
      return state.released
    }
    for continuation in met { continuation.resume() }
  }

  /// Waits until so many have begun to pause.
  func entered(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let met = state.withLock { state in
        state.watchers.append((count, continuation))
        return state.satisfiedWatchers
      }
      for continuation in met { continuation.resume() }
    }
  }
}

extension PauseGate.State {
  /// Those that an opening lets go on.
  fileprivate var released: [CheckedContinuation<Void, Never>] {
    mutating get {
      let count = min(openings, waiting.count)
      defer {
        waiting.removeFirst(count)
        openings -= count
      }
      return Array(waiting.prefix(count))
    }
  }

  /// Those who waited for as many as have come.
  fileprivate var satisfiedWatchers: [CheckedContinuation<Void, Never>] {
    mutating get {
      let met = watchers.filter { $0.count <= durations.count }
      watchers.removeAll { $0.count <= durations.count }
      return met.map(\.continuation)
    }
  }
}
