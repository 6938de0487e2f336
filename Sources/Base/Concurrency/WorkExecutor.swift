internal import Dispatch
internal import Synchronization

/// Runs jobs of an actor, or of tasks that prefer it, serially on a thread that may block.
///
/// The default executor uses Dispatch's queues, whose monitor wakes an idle program every second.
package final class WorkExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isDraining = false
  }

  private let queue: WorkQueue
  private let state = Mutex(State())

  /// Debuggers show 15 bytes of the label.
  package convenience init(label: String) {
    self.init(queue: WorkQueue(label: label))
  }

  init(queue: WorkQueue) {
    self.queue = queue
  }

  /// For tasks that start on the main actor: they resume here before they continue there.
  package static let forTasks = WorkExecutor(label: "tasks")

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    guard isFirst, !queue.start({ self.drain() }) else { return }
    // A job must not be lost. Jobs of actors do not block, so the first thread can run them.
    DispatchQueue.main.async { self.drain() }
  }

  /// Runs jobs until there are none; called by one thread at a time.
  private func drain() {
    while let jobs = nextJobs() {
      for job in jobs {
        unsafe job.runSynchronously(
          isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  private func nextJobs() -> [UnownedJob]? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isDraining = false
        return nil
      }
      defer { state.jobs = [] }
      return state.jobs
    }
  }
}

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
    let nanoseconds = Int(clamping: max(.zero, duration).attoseconds / 1_000_000_000)
    let slept: Void? = await withTaskCancellationHandler {
      try? await sleepers.run(orThrow: CancellationError()) {
        _ = alarm.wait(timeout: .now() + .nanoseconds(nanoseconds))
      }
    } onCancel: {
      alarm.signal()
    }
    // The main loop can wake sleepers too, but ignores cancellation.
    if slept == nil { try await MainLoop.sleep(for: duration) }
    try Task.checkCancellation()
  }
}
