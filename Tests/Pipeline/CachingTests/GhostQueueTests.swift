import TestSupport
import Testing

@testable import Caching
import Values

@Suite("GhostQueue")
struct GhostQueueTests {
  private func filled(_ fingerprints: Range<UInt32>, limit: Int) -> GhostQueue {
    fingerprints.reduce(into: GhostQueue()) { $0.add($1, limit: limit) }
  }

  @Test func `nothing is remembered in the beginning`() {
    var ghosts = GhostQueue()
    #expect(!ghosts.take(0) && !ghosts.take(7))
  }

  @Test func `the last are remembered, as many as the limit says, each once`() {
    var ghosts = filled(0..<30, limit: 10)
    #expect((0..<30).filter { ghosts.take($0) } == Array(20..<30))
    #expect((0..<30).allSatisfy { !ghosts.take($0) })
  }

  @Test func `one that comes again counts from then on`() {
    var ghosts = filled(0..<10, limit: 10)
    ghosts.add(0, limit: 10)
    for fingerprint in 10..<UInt32(19) { ghosts.add(fingerprint, limit: 10) }
    #expect((0..<19).filter { ghosts.take($0) } == [0] + Array(10..<19))
  }

  @Test func `a lower limit forgets at once, a higher one remembers more from then on`() {
    var ghosts = filled(0..<20, limit: 20)
    ghosts.add(20, limit: 5)
    #expect(!ghosts.take(15) && ghosts.take(16))
    for fingerprint in 100..<UInt32(1_100) { ghosts.add(fingerprint, limit: 2_000) }
    #expect((100..<1_100).allSatisfy { ghosts.take($0) })
  }

  @Test func `random fingerprints are hardly ever forgotten before their time`() {
    var random = SplitMix64(seed: 5)
    let fingerprints = (0..<5_000).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
    var ghosts = fingerprints.reduce(into: GhostQueue()) { $0.add($1, limit: 1_000) }
    #expect(fingerprints.suffix(1_000).count { ghosts.take($0) } >= 950)
    #expect(fingerprints.prefix(4_000).allSatisfy { !ghosts.take($0) })
  }
}
