import Base
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.integration, .timeLimit(.minutes(30)))
struct WorkQueueTests {
  private let queue = WorkQueue(label: "test")

  @Test func `work returns its result`() async {
    let answer = await queue.run { 6 * 7 }
    #expect(answer == 42)
  }

  @Test func `work throws its own error`() async {
    await #expect(throws: Refusal(reason: 5)) {
      try await queue.run { () throws(Refusal) -> Int in throw Refusal(reason: 5) }
    }
  }

  @Test func `work runs on a thread of the queue`() async {
    let name = await queue.run { threadName() }
    #expect(name == "test")
  }

  @Test func `thread names are the first 15 bytes of the label`() async {
    let name = await WorkQueue(label: "a label of twenty-six bytes").run { threadName() }
    #expect(name == "a label of twen")
  }

  @Test func `fifty blocking pieces of work run at the same time`() async {
    let barrier = Barrier(size: 50)
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { await queue.run { barrier.arriveAndWait() } }
      }
    }
    #expect(barrier.arrivalCount == 50)
  }

  @Test func `started work runs without a caller waiting for it`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<20 {
      queue.start { continuation.yield(number) }
    }
    var numbers: Set<Int> = []
    for await number in stream {
      numbers.insert(number)
      if numbers.count == 20 { break }
    }
    #expect(numbers == Set(0..<20))
  }

  @Test func `sequential work reuses threads`() async {
    var threads: Set<UInt> = []
    for _ in 0..<1_000 {
      threads.insert(await queue.run { UInt(pthread_self()) })
    }
    // On a busy machine a thread may not be idle again when the next piece comes.
    #expect(threads.count < 100)
  }

  @Test func `a thousand concurrent pieces of work run once each`() async {
    let sum = await withTaskGroup { group in
      for number in 0..<1_000 {
        group.addTask { await queue.run { number } }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 499_500)
  }
}

private struct Refusal: Error, Equatable {
  let reason: Int
}

/// Blocks each caller until all have arrived.
private final class Barrier: Sendable {
  private let size: Int
  private let arrived = Atomic(0)

  init(size: Int) {
    self.size = size
  }

  var arrivalCount: Int { arrived.load(ordering: .relaxed) }

  func arriveAndWait() {
    arrived.add(1, ordering: .relaxed)
    while arrivalCount < size { sched_yield() }
  }
}

private func threadName() -> String {
  let comm = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
  defer { close(comm) }
  var bytes = [UInt8](repeating: 0, count: 32)
  let count = read(comm, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
}
