internal import Dispatch
internal import Synchronization

/// Runs jobs of an actor, or of tasks that prefer it, serially on a thread that may block.
///
/// The default executor would use Dispatch's global queues, whose monitor then wakes up every
/// second: an idle program would not be idle.
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
