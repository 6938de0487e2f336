/// Runs `work` for each index, at most `width` at a time, in order; uses no cooperative threads.
///
/// Calls `handle` with each result as it completes; if it returns false, cancels running tasks.
package func forEachConcurrently<Result: Sendable>(
  _ count: Int, width: Int, _ work: @escaping @Sendable (Int) async -> Result,
  handle: (_ number: Int, _ result: Result) async -> Bool
) async {
  await withTaskGroup(of: (Int, Result).self) { group in
    var next = 0
    func start() {
      guard next < count, !Task.isCancelled else { return }
      let number = next
      next += 1
      group.addTask(executorPreference: WorkExecutor.forTasks) { (number, await work(number)) }
    }
    for _ in 0..<width { start() }
    while let (number, result) = await group.next() {
      guard await handle(number, result) else { return group.cancelAll() }
      start()
    }
  }
}
