/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
  /// A moment, by the time since the clock was made.
  package struct Instant: InstantProtocol {
    /// The time since the clock was made.
    package var offset: Duration

    /// The moment a time later.
    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time to another moment.
    package func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Tells which moment is earlier.
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
    /// How often somebody has looked.
    var looks = 0
  }

  private let state = Watched(State())
  private let isRestless: Bool

  /// Makes a clock that stands at zero.
  /// - Parameter isRestless: Whether it goes on by itself, by a little whenever somebody looks and each time by less, as
  ///   the time between one look and the next differs for a program.
  package init(isRestless: Bool = false) {
    self.isRestless = isRestless
  }

  /// Where the clock stands.
  package var now: Instant {
    guard isRestless else { return state.value.now }
    return state.change { state in
      state.looks += 1
      state.now = state.now.advanced(by: .nanoseconds(1_000_000 / state.looks))
      return state.now
    }
  }
  /// As fine as a duration that a test can write.
  package var minimumResolution: Duration { .nanoseconds(1) }
  /// How many wait for the clock to go on.
  package var sleeperCount: Int { state.value.sleepers.count }

  /// Waits until so many wait for the clock to go on.
  package func hasSleepers(_ count: Int) async {
    await state.wait { $0.sleepers.count == count }
  }

  /// Moves the time on and wakes those whose moment has come.
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

  /// Waits until a test has moved the clock so far, or the task is cancelled.
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
