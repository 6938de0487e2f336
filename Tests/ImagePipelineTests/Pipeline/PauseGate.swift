import TestSupport

/// A pause that lasts until the test opens it; it may be opened before it begins.
final class PauseGate: Sendable {
  private struct State {
    var durations: [Duration] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var openings = 0

    /// The pauses that end now.
    mutating func takeReleased() -> [CheckedContinuation<Void, Never>] {
      let count = min(openings, waiting.count)
      defer {
        waiting.removeFirst(count)
        openings -= count
      }
      return Array(waiting.prefix(count))
    }
  }

  private let state = Watched(State())

  /// The requested duration of each pause.
  var durations: [Duration] { state.value.durations }

  /// Waits for one opening.
  @Sendable func pause(for duration: Duration) async {
    await withCheckedContinuation { continuation in
      let released = state.change { state in
        state.durations.append(duration)
        state.waiting.append(continuation)
        return state.takeReleased()
      }
      for continuation in released { continuation.resume() }
    }
  }

  /// Lets one pause end.
  func open() {
    let released = state.change { state in
      state.openings += 1
      return state.takeReleased()
    }
    for continuation in released { continuation.resume() }
  }

  /// Waits until so many have begun to pause.
  func entered(_ count: Int) async {
    await state.wait { $0.durations.count >= count }
  }
}
