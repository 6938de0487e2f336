@testable import ExpiringCache

extension CacheStorage {
  /// The slots that are in use.
  var held: [Int] { entries.indices.filter { entries[$0].key != nil } }

  private var ghosts: [Int] { entries.indices.filter { queues.isGhost($0) } }

  /// Which of the structure's invariants are broken, in words.
  var faults: [String] {
    let (held, ghosts) = (held, ghosts)
    let waiting = held.filter { entries[$0].isPinned }
    let checks: [(Bool, String)] = [
      (held.allSatisfy { isFound($0) }, "a key leads to another slot"),
      (
        slots.count <= held.count + ghosts.count, "there are more hashes than entries and ghosts"
      ),
      (ghosts.allSatisfy { isEmpty($0) && entries[$0].cost == 0 }, "a ghost is in use"),
      (
        ghosts.allSatisfy { slot(of: nil, hash: entries[$0].hash) != nil }, "a ghost is not found"
      ),
      (ghosts.allSatisfy { deadlines[$0] == .never }, "a ghost has a deadline"),
      (usage.count == held.count, "the count is wrong"),
      (usage.cost == held.reduce(0) { $0 + entries[$1].cost }, "the cost is wrong"),
      (pinned.count == waiting.count, "the count of pinned entries is wrong"),
      (pinned.cost == waiting.reduce(0) { $0 + entries[$1].cost }, "the pinned cost is wrong"),
      (queues.count == held.count - waiting.count, "the queues have another number"),
      (
        Set(freeSlots).count + held.count + ghosts.count == entries.count
          && Set(freeSlots).count == freeSlots.count, "slots are lost or free twice"
      ),
      (freeSlots.allSatisfy { isEmpty($0) }, "a free slot is in use"),
      (freeSlots.allSatisfy { deadlines[$0] == .never }, "a deadline is left over"),
      (waiting.allSatisfy { entries[$0].key.flatMap { pins[$0] } != nil }, "a pin is missing"),
      (
        pins.keys.allSatisfy { slot(of: $0).map { entries[$0].isPinned } ?? true },
        "a pin is not known to its entry"
      ),
      (
        held.allSatisfy { entries[$0].value != nil || entries[$0].cost == 0 }, "nothing has a cost"
      ),
      (waiting.count == held.count || isWithinLimits, "more is held than the limits allow"),
    ]
    return checks.compactMap { $0.0 ? nil : $0.1 }
  }

  private var isWithinLimits: Bool {
    usage.cost <= limits.cost && usage.count <= limits.count
  }

  private func isEmpty(_ slot: Int) -> Bool {
    entries[slot].key == nil && entries[slot].value == nil
  }

  private func isFound(_ slot: Int) -> Bool {
    entries[slot].key.flatMap { self.slot(of: $0) } == slot
  }
}
