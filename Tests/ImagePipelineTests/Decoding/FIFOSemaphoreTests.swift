import Base
import ImagePipeline
import Testing

@Suite struct FIFOSemaphoreTests {
  private let semaphore = FIFOSemaphore(width: 2)

  private func hasCome(_ permit: borrowing Permit?) -> Bool? {
    switch permit {
    case .some(let permit): Polling.wait(for: [permit.number], atMost: .zero)[0]
    case nil: nil
    }
  }

  @Test func `permits up to the width are granted, the next when one is released`() {
    var first = semaphore.enqueue()
    let second = semaphore.enqueue()
    let third = semaphore.enqueue()
    let fourth = semaphore.enqueue()
    #expect(hasCome(first) == true)
    #expect(hasCome(second) == true)
    #expect(hasCome(third) == false)
    first = nil
    #expect(hasCome(third) == true)
    #expect(hasCome(fourth) == false)
    #expect(hasCome(first) == nil)
  }

  @Test func `a waiter that leaves does not release a permit`() {
    var first = semaphore.enqueue()
    let second = semaphore.enqueue()
    var third = semaphore.enqueue()
    let fourth = semaphore.enqueue()
    third = nil
    #expect(hasCome(fourth) == false)
    first = nil
    #expect(hasCome(fourth) == true)
    #expect(hasCome(second) == true)
    #expect(hasCome(first) == nil)
    #expect(hasCome(third) == nil)
  }

  @Test func `acquire() returns a permit, or fails and takes none if cancelled`() throws {
    let (wanted, unwanted) = (
      try #require(CancellationSignal()), try #require(CancellationSignal())
    )
    unwanted.raise()
    let first = Optional(try semaphore.acquire(unless: wanted))
    #expect(throws: DecodingError.cancelled) { _ = try semaphore.acquire(unless: unwanted) }
    let second = Optional(try semaphore.acquire(unless: wanted))
    #expect(throws: DecodingError.cancelled) { _ = try semaphore.acquire(unless: unwanted) }
    #expect(hasCome(first) == true)
    #expect(hasCome(second) == true)
  }

  @Test func `a released permit is available to the next waiter`() {
    for _ in 0..<5 { #expect(hasCome(semaphore.enqueue()) == true) }
  }
}
