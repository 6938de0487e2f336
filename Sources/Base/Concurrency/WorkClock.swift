internal import Dispatch

/// The continuous clock, with sleeps on threads that may block.
///
/// `ContinuousClock` sleeps on Dispatch's global queues, whose monitor wakes up every second after
/// they have had work. With this clock an idle program stays idle.
package struct WorkClock: Clock {
  private let sleepers = WorkQueue(label: "clock")
  private let clock = ContinuousClock()

  package init() {}

  package var now: ContinuousClock.Instant { clock.now }
  package var minimumResolution: Duration { clock.minimumResolution }

  /// Returns early on cancellation; also throws if there is no thread to sleep on and no main loop.
  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let alarm = DispatchSemaphore(value: 0)
    let duration = now.duration(to: deadline)
    let left = Self.nanoseconds(duration)
    let hasSlept = await withTaskCancellationHandler {
      let slept: Void? = try? await sleepers.run(orThrow: NoThread()) {
        _ = alarm.wait(timeout: .now() + .nanoseconds(left))
      }
      return slept != nil
    } onCancel: {
      alarm.signal()
    }
    // The main loop can wake sleepers too, but ignores cancellation.
    if !hasSlept { try await MainLoop.sleep(for: duration) }
    try Task.checkCancellation()
  }

  private struct NoThread: Error {}

  private static func nanoseconds(_ duration: Duration) -> Int {
    Int(clamping: max(.zero, duration).attoseconds / 1_000_000_000)
  }
}
