import Synchronization
import TestSupport
import Testing

@testable import Base

@Suite("Threads that cannot be started", .integration, .timeLimit(.minutes(30)))
struct ThreadShortageTests {
  /// Can start so many threads and no more.
  private func queue(threads count: Int) -> WorkQueue {
    let given = Mutex(0)
    return WorkQueue { body in
      let mayStart = given.withLock { given in
        given += 1
        return given <= count
      }
      return mayStart && WorkThread.start(label: "scarce", isLowPriority: false, body)
    }
  }

  @Test func `work without a thread is refused and does not run`() async {
    let queue = queue(threads: 0)
    #expect(!queue.start { Issue.record("it ran") })
    await #expect(throws: Refusal(reason: 7)) {
      try await queue.run(orThrow: Refusal(reason: 7)) { Issue.record("it ran") }
    }
  }

  @Test func `work that must run is run by its caller when no thread starts`() async {
    #expect(await queue(threads: 0).run { 6 * 7 } == 42)
  }

  @Test(arguments: [1, 2, 5])
  func `work queued while all threads are busy runs afterwards`(count: Int) async {
    let queue = queue(threads: count)
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<200 { #expect(queue.start { continuation.yield(number) }) }
    var done: Set<Int> = []
    for await number in numbers {
      done.insert(number)
      if done.count == 200 { break }
    }
    #expect(done == Set(0..<200))
  }

  @Test func `a queue starts threads again when the system allows it`() async throws {
    let isScarce = Mutex(true)
    let queue = WorkQueue { body in
      !isScarce.withLock { $0 } && WorkThread.start(label: "again", isLowPriority: false, body)
    }
    #expect(!queue.start {})
    isScarce.withLock { $0 = false }
    #expect(try await queue.run(orThrow: Refusal(reason: 7)) { 6 * 7 } == 42)
  }

  @Test func `an actor whose queue starts no thread still runs its jobs`() async {
    let counter = Counter(executor: WorkExecutor(queue: queue(threads: 0)))
    for _ in 0..<100 { await counter.count() }
    #expect(await counter.value == 100)
  }
}

private actor Counter {
  private let executor: WorkExecutor
  private(set) var value = 0

  init(executor: WorkExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func count() {
    value += 1
  }
}

private struct Refusal: Error, Equatable {
  let reason: Int
}
