/// Works on all indices, `width` at a time; passes results to `handle` in order until it returns
/// false.
@MainActor
func runInOrder<Result: Sendable>(
  _ count: Int, width: Int, _ work: @escaping @Sendable (Int) async -> Result,
  handle: (Result) throws -> Bool
) async throws {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var (started, told) = (0, 0)
    var ready: [Int: Result] = [:]
    while told < count {
      while started < count, started - told - ready.count < width {
        let index = started
        group.addTask { (index, await work(index)) }
        started += 1
      }
      if let (index, result) = try await group.next() { ready[index] = result }
      while let result = ready.removeValue(forKey: told) {
        told += 1
        guard try handle(result) else { return group.cancelAll() }
      }
    }
  }
}
