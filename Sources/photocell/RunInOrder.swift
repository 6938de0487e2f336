import Base

/// Works on all indices, `width` at a time; passes results to `handle` in order until it returns
/// false.
@MainActor
func runInOrder<Result: Sendable>(
  _ count: Int, width: Int, _ work: @escaping @Sendable (Int) async -> Result,
  handle: (Result) async throws -> Bool
) async throws {
  var (handled, ready): (Int, [Int: Result]) = (0, [:])
  var failure: (any Error)?
  await forEachConcurrently(count, width: width, work) { number, result in
    ready[number] = result
    do {
      while let result = ready.removeValue(forKey: handled) {
        handled += 1
        guard try await handle(result) else { return false }
      }
      return true
    } catch {
      failure = error
      return false
    }
  }
  if let failure { throw failure }
}
