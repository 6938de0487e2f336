import Concurrency

/// Lets everyone have a turn who waits for the main actor, or for the executor by which its tasks come
/// back to it, so many times.
///
/// Both serve first come first, so a turn is exact: one job goes behind all that wait for the executor,
/// and from there behind all that wait for the main actor, those included that the others have sent
/// there meanwhile. Whatever has begun gets on by one step in each turn at least; how many steps it has
/// is for the caller to know. Two are for what ends (a load that was left), and for the browser's loop,
/// which its mailbox wakes. What comes from other threads is not waited for.
@MainActor
package func settleMainActor(turns: Int = 2) async {
  for _ in 0..<turns {
    await Task.detached(executorPreference: WorkExecutor.forTasks) { await MainActor.run {} }.value
  }
}

/// Lets the main actor run until a condition holds, and what follows from that.
@MainActor
package func settleMainActor(until condition: @MainActor () -> Bool) async {
  while !condition() { await settleMainActor(turns: 1) }
  await settleMainActor()
}
