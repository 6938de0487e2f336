import Synchronization
package import Testing

/// Marks suites that start processes or servers, watch folders or wait for a clock, and runs four of
/// them at a time, whatever the width of the test run: all at once they would exceed their time
/// limits. Fewer would leave the processors idle, since such suites wait more than they compute.
///
/// `make integration` runs the suites with this trait, `make unit` all others.
package struct IntegrationTrait: SuiteTrait, TestScoping {
  private static let permits = Permits(count: 4)

  /// Runs a suite when it gets a permit, in FIFO order.
  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.permits.acquire()
    defer { Self.permits.release() }
    try await function()
  }
}

extension Trait where Self == IntegrationTrait {
  package static var integration: Self { Self() }
}

/// A fair semaphore for tasks.
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
