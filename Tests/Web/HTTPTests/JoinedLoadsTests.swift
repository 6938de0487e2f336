import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite(.demanding, .timeLimit(.minutes(5)))
struct JoinedLoadsTests {
  private let loads = JoinedLoads<String, Int>()
  private let count = Counter()

  private final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }

  private func value(_ key: String, _ work: @escaping JoinedLoads<String, Int>.Work) async throws
    -> Int
  {
    try await loads.value(for: key, onProgress: { _ in }, work)
  }

  @Test func `what need not wait is done on the thread that asks`() async throws {
    let caller = pthread_self()
    let isSame = try await value("a") { share in
      share.finish(.success(pthread_equal(pthread_self(), caller) == 0 ? 0 : 1))
    }
    #expect(isSame == 1)
    #expect(loads.count == 0)
  }

  @Test func `a load that has ended is begun again`() async throws {
    for expected in 1...3 {
      let value = try await value("a") { [count] share in
        share.finish(.success(count.next()))
      }
      #expect(value == expected)
    }
  }

  @Test func `those who come while a load waits share it`() async throws {
    let gate = Promise<Bool>()
    async let first = value("a") { [count] share in
      _ = await gate.value()
      share.finish(.success(count.next()))
    }
    while loads.waiterCount < 1 { await Task.yield() }
    async let second = value("a") { share in share.finish(.success(-1)) }
    while loads.waiterCount < 2 { await Task.yield() }
    gate.fulfil(true)
    #expect(try await [first, second] == [1, 1])
    while loads.count > 0 { await Task.yield() }
  }

  @Test func `a load that all leave at once is cancelled`() async throws {
    let wasCancelled = Promise<Bool>()
    let task = Task { [self] in
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await value("a") { share in
        while !Task.isCancelled { await Task.yield() }
        wasCancelled.fulfil(true)
        share.finish(.success(0))
      }
    }
    await #expect(throws: NetworkError.cancelled) { try await task.value }
    #expect(await wasCancelled.value())
    #expect(loads.count == 0)
  }
}
