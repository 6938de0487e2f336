import Testing

@testable import ExpiringCache

@Suite("EvictionQueues")
struct EvictionQueuesTests {
  private func filled(_ count: Int, lruBelow: Int) -> EvictionQueues {
    var queues = EvictionQueues(lruBelow: lruBelow)
    queues.expect(capacity: count)
    for slot in 0..<count { queues.insert(slot) }
    return queues
  }

  @Test func `at a capacity below lruBelow the least recently used slot is evicted first`() {
    var queues = filled(4, lruBelow: 10)
    queues.use(0)
    queues.use(1)
    #expect((0..<5).map { _ in queues.evict() } == [2, 3, 0, 1, nil])
  }

  @Test func `two hits promote a slot from the small queue to the main queue`() {
    var queues = filled(8, lruBelow: 0)
    for _ in 0..<2 { queues.use(0) }
    queues.use(1)
    #expect((0..<7).map { _ in queues.evict() } == [1, 2, 3, 4, 5, 6, 7])
    #expect(queues.evict() == 0)
  }

  @Test func `a slot inserted soon after its eviction enters the main queue`() {
    var queues = filled(8, lruBelow: 0)
    #expect(queues.evict() == 0)
    queues.insert(0)
    #expect((0..<7).map { _ in queues.evict() } == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test func `a removed slot is not evicted until it is restored`() {
    var queues = filled(3, lruBelow: 0)
    queues.remove(0)
    #expect(queues.count == 2)
    #expect((0..<3).map { _ in queues.evict() } == [1, 2, nil])
    queues.restore(0)
    #expect(queues.evict() == 0)
  }

  @Test func `a lower capacity returns to LRU order without losing a slot`() {
    var queues = filled(20, lruBelow: 10)
    for slot in 0..<10 { for _ in 0..<2 { queues.use(slot) } }
    for _ in 0..<5 { _ = queues.evict() }
    queues.expect(capacity: 5)
    #expect(queues.isLRU)
    let slots = (0..<15).compactMap { _ in queues.evict() }
    #expect(Set(slots).count == 15)
  }

  @Test func `only the last 300 evicted slots enter the main queue when inserted again`() {
    var queues = filled(400, lruBelow: 0)
    for slot in 400..<2_000 {
      _ = queues.evict()
      while queues.removeGhost() != nil {}
      queues.insert(slot)
    }
    // The last 300 of 1,600 evicted are remembered: 1,300 to 1,599.
    for slot in [1_299, 1_300] { queues.insert(slot) }
    let last = (0..<402).compactMap { _ in queues.evict() }.last
    #expect(last == 1_300)
  }
}
