@testable import Caching

extension CacheStorage {
  /// The slots that are in use.
  var held: [Int] { contents.indices.filter { contents[$0].key != nil } }

  /// Which of the structure's invariants are broken, in words.
  var faults: [String] {
    let held = held
    let waiting = held.filter { entries[$0].pins > 0 }
    let checks: [(Bool, String)] = [
      (held.allSatisfy { isFound($0) }, "a key leads to another slot"),
      (table.count == held.count, "keys and entries differ in number"),
      (usage.count == held.count, "the count is wrong"),
      (usage.cost == held.reduce(0) { $0 + entries[$1].cost }, "the cost is wrong"),
      (pinned.count == waiting.count, "the count of pinned entries is wrong"),
      (pinned.cost == waiting.reduce(0) { $0 + entries[$1].cost }, "the pinned cost is wrong"),
      (policy.count == held.count - waiting.count, "the policy knows another number"),
      (Set(free).count + held.count == entries.count, "slots are lost or free twice"),
      (free.allSatisfy { isEmpty($0) }, "a free slot is in use"),
      (deadlines.isValid, "a bound hides a deadline"),
      (free.allSatisfy { deadlines.deadline(of: $0) == .never }, "a deadline is left over"),
      (waitingPins.keys.allSatisfy { slot(of: $0) == nil }, "pins wait for what is there"),
      (
        held.allSatisfy { contents[$0].value != nil || entries[$0].cost == 0 }, "nothing has a cost"
      ),
      (waiting.count == held.count || isWithinLimits, "more is held than the limits allow"),
    ]
    return checks.compactMap { $0.0 ? nil : $0.1 }
  }

  private var isWithinLimits: Bool {
    usage.cost <= limits.cost && usage.count <= limits.count
  }

  private func isEmpty(_ slot: Int) -> Bool {
    contents[slot].key == nil && contents[slot].value == nil
  }

  private func isFound(_ slot: Int) -> Bool {
    contents[slot].key.flatMap { self.slot(of: $0) } == slot
  }
}
