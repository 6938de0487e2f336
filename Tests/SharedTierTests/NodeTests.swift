import Base
import Testing

@testable import SharedTier

@Suite("The choice of nodes and their circuit breakers")
struct NodeTests {
  private func nodes(_ names: String) throws -> [TierNode] {
    try TierAddress("redis://\(names)").nodes
  }

  @Test func `removing a node moves its own keys and no others`() throws {
    let all = try nodes("a,b,c,d")
    let fewer = try nodes("d,a,c")
    var counts = [0, 0, 0, 0]
    for number in 0..<4_000 {
      let key = try TierKey.numbered(number)
      let before = NodeChoice(all).index(of: key)
      let after = fewer[NodeChoice(fewer).index(of: key)]
      counts[before] += 1
      #expect(all[before].host == "b" || after == all[before])
    }
    #expect(counts.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
  }

  @Test func `three failures in a row open a node's circuit breaker, and one reply closes it`() {
    var breaker = CircuitBreaker.ofNode
    for _ in 0..<2 { breaker.noteFailure(at: .zero, jitter: 0.5) }
    breaker.noteAnswer()
    for _ in 0..<2 { breaker.noteFailure(at: .zero, jitter: 0.5) }
    var admitted = [breaker.admits(at: .zero)]
    breaker.noteFailure(at: .zero, jitter: 0.5)
    #expect(breaker.isOpen)
    admitted.append(breaker.admits(at: .milliseconds(999)))
    admitted.append(breaker.admits(at: .seconds(1)))
    // One at a time.
    admitted.append(breaker.admits(at: .seconds(1)))
    breaker.noteAnswer()
    admitted.append(breaker.admits(at: .seconds(1)))
    #expect(admitted == [true, false, true, false, true])
    #expect(!breaker.isOpen)
  }

  @Test(arguments: [
    (3, 0.5, 1.0), (4, 0.5, 2), (5, 0.5, 4), (8, 0.5, 32), (9, 0.5, 60), (40, 0.5, 60),
    (3, 0, 0.75), (3, 1, 1.25),
  ])
  func `pauses of an open circuit breaker double up to a minute, with jitter`(
    failures: Int, jitter: Double, seconds: Double
  ) {
    var breaker = CircuitBreaker.ofNode
    for _ in 0..<failures { breaker.noteFailure(at: .seconds(100), jitter: jitter) }
    let end = Duration.seconds(100) + .seconds(seconds)
    #expect(breaker.rests(at: end - .milliseconds(1)))
    #expect(!breaker.rests(at: end + .milliseconds(1)))
  }
}
