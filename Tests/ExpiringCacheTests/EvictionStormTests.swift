import TestSupport
import Testing

import Base
@testable import ExpiringCache

/// Random operations on few keys; the real order and the plain one must choose the same victims.
@Suite("Eviction storms")
struct EvictionStormTests {
  /// Who is in the cache: a slot for each key, and what is parked.
  private struct Table {
    var slots: [UInt32: Int] = [:]
    var parked: Set<Int> = []
    var free = Array(0..<24)

    func key(of slot: Int) -> UInt32? { slots.first { $0.value == slot }?.key }

    mutating func forget(_ slot: Int) {
      guard let key = key(of: slot) else { return }
      slots[key] = nil
      parked.remove(slot)
      free.append(slot)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: [(seed: 1, lruBelow: 0), (2, 0), (3, 10), (4, 16)])
  func `every victim is that of the plain lists`(seed: Int, lruBelow: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var queues = EvictionQueues(lruBelow: lruBelow)
    var model = PlainS3FIFO(lruBelow: lruBelow)
    var table = Table()
    queues.expect(capacity: 24)
    model.expect(capacity: 24)
    for step in 0..<40_000 {
      // Few keys are asked for often, so that all hit counts and both queues come up.
      let key = UInt32(
        min(Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random)))
      let choice = Int.random(in: 0..<100, using: &random)
      if lruBelow > 0, choice == 99 {
        let capacity = Int.random(in: 0..<2 * lruBelow, using: &random)
        queues.expect(capacity: capacity)
        model.expect(capacity: capacity)
      } else if let slot = table.slots[key] {
        change(slot, choice, &queues, &model, &table)
      } else {
        insert(key, &queues, &model, &table, step)
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
    _ key: UInt32, _ queues: inout EvictionQueues, _ model: inout PlainS3FIFO, _ table: inout Table,
    _ step: Int
  ) {
    if table.free.isEmpty {
      let (victim, expected) = (queues.evict(), model.evict())
      #expect(victim == expected, "step \(step)")
      if let victim { table.forget(victim) }
    }
    guard let slot = table.free.popLast() else { return }
    table.slots[key] = slot
    queues.insert(slot, hash: key)
    model.insert(slot, fingerprint: key)
  }
}
