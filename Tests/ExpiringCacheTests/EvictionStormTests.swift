import TestSupport
import Testing

import Base
@testable import ExpiringCache

/// Random operations on few slots; the queues and the reference lists must evict the same ones.
@Suite("Random evictions")
struct EvictionStormTests {
  /// The slots that are in the cache, at most 24, and those of them that are parked.
  private struct Table {
    var held: Set<Int> = []
    var parked: Set<Int> = []

    mutating func forget(_ slot: Int) {
      held.remove(slot)
      parked.remove(slot)
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: [(seed: 1, lruBelow: 0), (2, 0), (3, 10), (4, 16)])
  func `every evicted slot is that of the reference lists`(seed: Int, lruBelow: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var queues = EvictionQueues(lruBelow: lruBelow)
    var model = PlainS3FIFO(lruBelow: lruBelow)
    var table = Table()
    queues.expect(capacity: 24)
    model.expect(capacity: 24)
    for step in 0..<40_000 {
      // Few slots are used often, so that all hit counts and both queues occur.
      let slot = min(Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random))
      let choice = Int.random(in: 0..<100, using: &random)
      if lruBelow > 0, choice == 99 {
        let capacity = Int.random(in: 0..<2 * lruBelow, using: &random)
        queues.expect(capacity: capacity)
        model.expect(capacity: capacity)
      } else if table.held.contains(slot) {
        change(slot, choice, &queues, &model, &table)
      } else {
        insert(slot, &queues, &model, &table, step)
      }
      #expect(queues.count == model.count, "step \(step)")
      if queues.count != model.count { return }
    }
  }

  private func change(
    _ slot: Int, _ choice: Int, _ queues: inout EvictionQueues, _ model: inout PlainS3FIFO,
    _ table: inout Table
  ) {
    switch choice {
    case 0..<4:
      queues.remove(slot)
      model.remove(slot)
      table.forget(slot)
    case 4..<12 where table.parked.count < 6:
      queues.remove(slot)
      model.park(slot)
      table.parked.insert(slot)
    case 12..<30:
      for slot in table.parked.sorted() {
        queues.restore(slot)
        model.unpark(slot)
      }
      table.parked = []
    default:
      queues.use(slot)
      model.use(slot)
    }
  }

  private func insert(
    _ slot: Int, _ queues: inout EvictionQueues, _ model: inout PlainS3FIFO, _ table: inout Table,
    _ step: Int
  ) {
    if table.held.count == 24 {
      let (victim, expected) = (queues.evict(), model.evict())
      while queues.removeGhost() != nil {}
      #expect(victim == expected, "step \(step)")
      if let victim { table.forget(victim) }
    }
    guard table.held.count < 24 else { return }
    table.held.insert(slot)
    queues.insert(slot)
    model.insert(slot)
  }
}
