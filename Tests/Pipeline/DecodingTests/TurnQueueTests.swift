import System
import Testing

@testable import Decoding

@Suite struct TurnQueueTests {
  private let queue = TurnQueue(width: 2)

  private func hasCome(_ turn: borrowing Turn?) -> Bool? {
    switch turn {
    case .some(let turn): Polling.wait(for: [turn.number], atMost: .zero)[0]
    case nil: nil
    }
  }

  @Test func `so many have their turn at once, and the next when one of them leaves`() {
    var first = queue.join()
    let second = queue.join()
    let third = queue.join()
    let fourth = queue.join()
    #expect(hasCome(first) == true)
    #expect(hasCome(second) == true)
    #expect(hasCome(third) == false)
    first = nil
    #expect(hasCome(third) == true)
    #expect(hasCome(fourth) == false)
    #expect(hasCome(first) == nil)
  }

  @Test func `who leaves while waiting gives nobody a turn`() {
    var first = queue.join()
    let second = queue.join()
    var third = queue.join()
    let fourth = queue.join()
    third = nil
    #expect(hasCome(fourth) == false)
    first = nil
    #expect(hasCome(fourth) == true)
    #expect(hasCome(second) == true)
    #expect(hasCome(first) == nil)
    #expect(hasCome(third) == nil)
  }

  @Test func `who waits has the turn, and who is not wanted any more takes none`() throws {
    let (wanted, unwanted) = (
      try #require(CancellationSignal()), try #require(CancellationSignal())
    )
    unwanted.raise()
    let first = Optional(try queue.awaitTurn(unless: wanted))
    #expect(throws: DecodingError.cancelled) { _ = try queue.awaitTurn(unless: unwanted) }
    let second = Optional(try queue.awaitTurn(unless: wanted))
    #expect(throws: DecodingError.cancelled) { _ = try queue.awaitTurn(unless: unwanted) }
    #expect(hasCome(first) == true)
    #expect(hasCome(second) == true)
  }

  @Test func `a turn that nobody waits for is kept for the next`() {
    for _ in 0..<5 { #expect(hasCome(queue.join()) == true) }
  }
}
