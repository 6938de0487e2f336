extension CacheStorage {
  /// What does not hold in the structure, in words; for tests, as it walks over everything.
  var faults: [String] {
    let held = entries.indices.compactMap { slot in entries[slot].map { (slot, $0) } }
    let waiting = held.filter { $0.1.pins > 0 }
    let checks: [(Bool, String)] = [
      (held.allSatisfy { slots[$0.1.key] == $0.0 }, "a key leads to another slot"),
      (slots.count == held.count, "keys and entries differ in number"),
      (usage.count == held.count, "the count is wrong"),
      (usage.cost == held.reduce(0) { $0 + $1.1.cost }, "the cost is wrong"),
      (pinned.count == waiting.count, "the count of pinned entries is wrong"),
      (pinned.cost == waiting.reduce(0) { $0 + $1.1.cost }, "the cost of pinned entries is wrong"),
      (policy.count == held.count - waiting.count, "the policy knows another number"),
      (Set(free).count + held.count == entries.count, "slots are lost or free twice"),
      (free.allSatisfy { entries[$0] == nil }, "a free slot is in use"),
      (deadlines.isValid, "the heap of deadlines is out of order"),
      (held.allSatisfy { isNoted($0.0, $0.1) }, "a deadline is noted too late or not at all"),
      (deadlines.count == held.count { $0.1.object.deadline != .never }, "a deadline is left over"),
      (waitingPins.keys.allSatisfy { slots[$0] == nil }, "pins wait for an entry that is there"),
      (held.allSatisfy { $0.1.object.content != nil || $0.1.cost == 0 }, "nothing has a cost"),
      (waiting.count == held.count || isWithinLimits, "more is held than the limits allow"),
    ]
    return checks.compactMap { $0.0 ? nil : $0.1 }
  }

  private var isWithinLimits: Bool {
    usage.cost <= limits.cost && usage.count <= limits.count
  }

  private func isNoted(_ slot: Int, _ entry: Entry) -> Bool {
    let deadline = entry.object.deadline
    guard let noted = deadlines.deadline(of: slot) else { return deadline == .never }
    return noted <= deadline
  }
}
