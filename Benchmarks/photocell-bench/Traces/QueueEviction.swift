/// The peers of the program's cache: FIFO and LRU.
///
/// Entries, and for LRU also hits, are appended to one list with increasing numbers; list elements
/// with outdated numbers are skipped.
struct QueueEviction: TracedCache {
  private let isByRecency: Bool
  private let capacity: Int
  private var waiting: [(key: Int, number: Int)] = []
  private var head = 0
  /// The current number of each key.
  private var numbers: [Int: Int] = [:]

  init(isByRecency: Bool, capacity: Int) {
    (self.isByRecency, self.capacity) = (isByRecency, capacity)
  }

  mutating func access(_ key: Int) -> Bool {
    if numbers[key] != nil {
      if isByRecency { append(key) }
      return true
    }
    if numbers.count == capacity { evict() }
    append(key)
    return false
  }

  private mutating func evict() {
    while head < waiting.count {
      let (key, number) = waiting[head]
      head += 1
      guard numbers[key] == number else { continue }
      numbers[key] = nil
      return
    }
  }

  private mutating func append(_ key: Int) {
    numbers[key] = waiting.count
    waiting.append((key, waiting.count))
  }
}
