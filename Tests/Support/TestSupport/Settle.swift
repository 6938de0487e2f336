import Base

/// Runs everything that is queued on the main actor and its executor, `turns` times.
///
/// Both queues are FIFO, so a turn is exact: one job is queued behind all jobs of the executor, and
/// from there behind all jobs of the main actor, including those that the others have queued
/// meanwhile. Each pending operation advances by at least one step a turn; the caller must know the
/// number of steps. Two are enough for the end of an abandoned load, and for the browser's loop,
/// which its mailbox wakes. Other threads are not waited for.
@MainActor
package func settleMainActor(turns: Int = 2) async {
  for _ in 0..<turns {
    await Task.detached(executorPreference: WorkExecutor.forTasks) { await MainActor.run {} }.value
  }
}

/// Runs the main actor until a condition is true, and then settles.
@MainActor
package func settleMainActor(until condition: @MainActor () -> Bool) async {
  while !condition() { await settleMainActor(turns: 1) }
  await settleMainActor()
}
