/// A clock that only a test advances.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    /// Since the clock was made.
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    package func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    package static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Sleeper: Sendable {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var lastSleeper = 0
    var looks = 0
  }

  private let state = Watched(State())
  private let isRestless: Bool

  /// With `isRestless`, each reading advances the clock by a bit less, to simulate passing time.
  package init(isRestless: Bool = false) {
    self.isRestless = isRestless
  }

  package var now: Instant {
    guard isRestless else { return state.value.now }
    return state.change { state in
      state.looks += 1
      state.now = state.now.advanced(by: .nanoseconds(1_000_000 / state.looks))
      return state.now
    }
  }
  package var minimumResolution: Duration { .nanoseconds(1) }
  package var sleeperCount: Int { state.value.sleepers.count }

  package func hasSleepers(_ count: Int) async {
    await state.wait { $0.sleepers.count == count }
  }

  /// Waits for one that sleeps so long from now.
  package func hasSleeper(for duration: Duration) async {
    await state.wait { state in
      state.sleepers.values.contains { state.now.duration(to: $0.deadline) == duration }
    }
  }

  package func advance(by duration: Duration) {
    let woken = state.change { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let woken = state.sleepers.filter { $0.value.deadline <= now }
      for number in woken.keys { state.sleepers[number] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Suspends until the deadline is reached or the task is cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.change { state in
      state.lastSleeper += 1
      return state.lastSleeper
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { lie(down: number, until: deadline, $0) }
    } onCancel: {
      wake(number)
    }
    try Task.checkCancellation()
  }

  private func lie(
    down number: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, Never>
  ) {
    let mayRest = state.change { state in
      guard deadline > state.now, !state.cancelled.contains(number) else { return false }
      state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
      return true
    }
    if !mayRest { continuation.resume() }
  }

  private func wake(_ number: Int) {
    let sleeper = state.change { state in
      state.cancelled.insert(number)
      return state.sleepers.removeValue(forKey: number)
    }
    sleeper?.continuation.resume()
  }
}
