import Caching

/// The peers of the program's order of eviction: the first in goes first, or the least recently used.
///
/// Every entry and, for the second, every use is put at the end of one list with a number of its own;
/// what is found there with an old number has been used since.
struct QueueEviction: EvictionPolicy {
  private let isByRecency: Bool
  private var waiting: [(slot: Int, number: Int)] = []
  private var head = 0
  /// The number of the place in the list that counts for each slot; -1 for none.
  private var numbers: [Int] = []
  private(set) var count = 0

  init(isByRecency: Bool) {
    self.isByRecency = isByRecency
  }

  func expect(capacity: Int) {}

  mutating func insert(_ slot: Int, fingerprint: UInt32) {
    while numbers.count <= slot { numbers.append(-1) }
    count += 1
    append(slot)
  }

  mutating func use(_ slot: Int) {
    if isByRecency { append(slot) }
  }

  mutating func remove(_ slot: Int) {
    guard numbers[slot] >= 0 else { return }
    numbers[slot] = -1
    count -= 1
  }

  mutating func park(_ slot: Int) { remove(slot) }

  mutating func unpark(_ slot: Int) { insert(slot, fingerprint: 0) }

  mutating func evict() -> Int? {
    while head < waiting.count {
      let (slot, number) = waiting[head]
      head += 1
      guard numbers[slot] == number else { continue }
      remove(slot)
      return slot
    }
    return nil
  }

  private mutating func append(_ slot: Int) {
    numbers[slot] = waiting.count
    waiting.append((slot, waiting.count))
  }
}
