import Testing

@testable import Caching

@Suite("GridEviction")
struct GridEvictionTests {
  private func filled(_ count: Int, lruBelow: Int) -> GridEviction {
    var policy = GridEviction(lruBelow: lruBelow)
    policy.expect(capacity: count)
    for slot in 0..<count { policy.insert(slot, fingerprint: UInt32(slot)) }
    return policy
  }

  @Test func `where little fits the least recently used goes first`() {
    var policy = filled(4, lruBelow: 10)
    policy.use(0)
    policy.use(1)
    #expect((0..<5).map { _ in policy.evict() } == [2, 3, 0, 1, nil])
  }

  @Test func `two hits lead from the small queue to the main one`() {
    var policy = filled(8, lruBelow: 0)
    for _ in 0..<2 { policy.use(0) }
    policy.use(1)
    #expect((0..<7).map { _ in policy.evict() } == [1, 2, 3, 4, 5, 6, 7])
    #expect(policy.evict() == 0)
    #expect(policy.isValid)
  }

  @Test func `a key that comes back soon goes to the main queue at once`() {
    var policy = filled(8, lruBelow: 0)
    #expect(policy.evict() == 0)
    policy.insert(0, fingerprint: 0)
    #expect((0..<7).map { _ in policy.evict() } == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test(arguments: [0, 100])
  func `the candidate goes next, unless hits have earned it a place`(lruBelow: Int) {
    var policy = filled(8, lruBelow: lruBelow)
    #expect(policy.candidate == 0)
    for slot in [0, 1] { for _ in 0..<2 { policy.use(slot) } }
    #expect(policy.candidate == (lruBelow == 0 ? 0 : 2))
    #expect(policy.evict() == 2)
    for slot in 3..<8 {
      #expect(policy.candidate == slot)
      #expect(policy.evict() == slot)
    }
    for _ in 0..<2 { #expect(policy.evict() != nil) }
    #expect(policy.candidate == nil && policy.evict() == nil)
  }

  @Test func `a parked entry is passed over until it is unparked`() {
    var policy = filled(3, lruBelow: 0)
    policy.park(0)
    #expect(policy.count == 2)
    #expect((0..<3).map { _ in policy.evict() } == [1, 2, nil])
    policy.unpark(0)
    #expect(policy.evict() == 0)
  }

  @Test func `a lower capacity leads back to recency and loses nobody`() {
    var policy = filled(20, lruBelow: 10)
    for slot in 0..<10 { for _ in 0..<2 { policy.use(slot) } }
    for _ in 0..<5 { _ = policy.evict() }
    policy.expect(capacity: 5)
    #expect(policy.isByRecency && policy.isValid)
    let slots = (0..<15).compactMap { _ in policy.evict() }
    #expect(Set(slots).count == 15)
  }
}
