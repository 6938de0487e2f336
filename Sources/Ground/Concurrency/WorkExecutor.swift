internal import Dispatch
internal import Synchronization

/// Runs the jobs of an actor, or of tasks that prefer it, one after another on a thread that may
/// block.
///
/// On the default executor they would wake Dispatch's global queues, and with them their monitor,
/// which then looks once a second for ever: an idle program would not be idle.
package final class WorkExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// Whether a thread takes jobs now.
    var isDraining = false
  }

  private let queue: WorkQueue
  private let state = Mutex(State())

  /// Makes an executor that has nothing to do.
  /// - Parameter label: A name that debuggers show, of which they show 15 bytes.
  package convenience init(label: String) {
    self.init(queue: WorkQueue(label: label))
  }

  init(queue: WorkQueue) {
    self.queue = queue
  }

  /// Where tasks pass through that begin on the main actor: what they await resumes here for a
  /// moment, and then there.
  package static let forTasks = WorkExecutor(label: "tasks")

  /// Takes a job; callable from any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    guard isFirst, !queue.start({ self.drain() }) else { return }
    // A job must not be lost, and jobs of actors do not block: the first thread can do them too.
    DispatchQueue.main.async { self.drain() }
  }

  /// Runs jobs until there are none; one thread at a time is here.
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
