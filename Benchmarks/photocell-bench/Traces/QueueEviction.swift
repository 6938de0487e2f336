/// The peers of the program's cache: the first in goes first, or the least recently used.
///
/// Every entry and, for the second, every use is put at the end of one list with a number of its own;
/// what is found there with an old number has been used since.
struct QueueEviction: TracedCache {
  private let isByRecency: Bool
  private let capacity: Int
  private var waiting: [(key: Int, number: Int)] = []
  private var head = 0
  /// The number of the place in the list that counts for each key.
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
