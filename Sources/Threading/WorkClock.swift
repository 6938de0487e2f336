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
  /// - Throws: `CancellationError`.
  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let alarm = DispatchSemaphore(value: 0)
    let nanoseconds = Int(max(.zero, now.duration(to: deadline)) / .nanoseconds(1))
    await withTaskCancellationHandler {
      await sleepers.run { _ = alarm.wait(timeout: .now() + .nanoseconds(nanoseconds)) }
    } onCancel: {
      alarm.signal()
    }
    try Task.checkCancellation()
  }
}
