import Synchronization
package import Testing

/// Lets two of the suites that have it run at once, whatever the width of the test run.
///
/// It is for suites that start processes or servers, or keep a processor busy: all at once they would
/// wait for one another beyond the time limits of what they test.
package struct DemandingTrait: SuiteTrait, TestScoping {
  private static let permits = Permits(count: 2)

  /// Runs a suite when its turn comes; the suites that wait are served in the order they came in.
  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.permits.acquire()
    defer { Self.permits.release() }
    try await function()
  }
}

extension Trait where Self == DemandingTrait {
  /// The suite demands much of the machine.
  package static var demanding: Self { Self() }
}

/// A semaphore for tasks, first come, first served.
private final class Permits: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(free: count))
  }

  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
