internal import Dispatch

/// The continuous clock for tasks that sleep: each sleeps on a thread that may block.
///
/// A sleep on `ContinuousClock` is a timer of Dispatch's global queues, and once those have had work
/// their monitor wakes every second for ever. Here a program in which nobody sleeps stays asleep.
package struct WorkClock: Clock {
  private let sleepers = WorkQueue(label: "clock")
  private let clock = ContinuousClock()

  /// Makes a clock on which nobody sleeps.
  package init() {}

  /// The present moment.
  package var now: ContinuousClock.Instant { clock.now }
  /// The smallest step between two moments.
  package var minimumResolution: Duration { clock.minimumResolution }

  /// Waits until a moment; callable from any task, and over at once where the task is cancelled.
  /// - Throws: `CancellationError`; another error where the system has no thread to sleep on and the
  ///   main loop does not run.
  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let alarm = DispatchSemaphore(value: 0)
    let duration = now.duration(to: deadline)
    let left = Self.nanoseconds(duration)
    let hasSlept = await withTaskCancellationHandler {
      await sleep { _ = alarm.wait(timeout: .now() + .nanoseconds(left)) }
    } onCancel: {
      alarm.signal()
    }
    // The first thread can wake sleepers too; those who are cancelled sleep on.
    if !hasSlept { try await MainLoop.sleep(for: duration) }
    try Task.checkCancellation()
  }

  private struct NoThread: Error {}

  /// Waits on a thread; false at once where the system has none to give.
  private func sleep(_ wait: @escaping @Sendable () -> Void) async -> Bool {
    do throws(NoThread) {
      try await sleepers.run(orThrow: NoThread(), wait)
      return true
    } catch {
      return false
    }
  }

  /// A time to wait in nanoseconds, at most three hundred years of them.
  private static func nanoseconds(_ duration: Duration) -> Int {
    Int(clamping: max(.zero, duration).attoseconds / 1_000_000_000)
  }
}
