/// Does something for each of many, a few at a time and in their order, and tells what came of each as soon as it is done.
///
/// Tasks pass through no thread of the cooperative pool.
/// - Parameters:
///   - count: How many there are.
///   - width: How many are done at once.
///   - work: Does it for the one of a number.
///   - tell: Hears of it; returns false where no more is to be done: what has begun is cancelled then.
package func doFewAtOnce<Result: Sendable>(
  _ count: Int, width: Int, _ work: @escaping @Sendable (Int) async -> Result,
  tell: (_ number: Int, _ result: Result) async -> Bool
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
      guard await tell(number, result) else { return group.cancelAll() }
      start()
    }
  }
}
