/// The eviction order as its paper describes it, with searched lists: slow, but easy to verify.
struct PlainS3FIFO {
  /// The oldest first.
  private var small: [Int] = []
  private var main: [Int] = []
  private var parked: [(slot: Int, isMain: Bool)] = []
  private var hits: [Int: Int] = [:]
  /// Slots evicted from the small queue and not inserted again, the latest last.
  private var ghosts: [Int] = []
  private let lruBelow: Int
  private var isByRecency: Bool

  init(lruBelow: Int) {
    self.lruBelow = lruBelow
    isByRecency = lruBelow > 0
  }

  var count: Int { small.count + main.count }

  private var smallTarget: Int { max(1, count / 4, min(4 * lruBelow / 10, count)) }

  mutating func expect(capacity: Int) {
    if isByRecency, capacity >= lruBelow { isByRecency = false }
    guard !isByRecency, capacity < lruBelow - lruBelow / 10 else { return }
    isByRecency = true
    small += main
    main = []
  }

  mutating func insert(_ slot: Int) {
    hits[slot] = 0
    let ghost = ghosts.firstIndex(of: slot)
    if let ghost { ghosts.remove(at: ghost) }
    if ghost == nil || isByRecency { small.append(slot) } else { main.append(slot) }
  }

  mutating func use(_ slot: Int) {
    hits[slot] = min(3, hits[slot, default: 0] + 1)
    guard isByRecency, let index = small.firstIndex(of: slot) else { return }
    small.append(small.remove(at: index))
  }

  mutating func remove(_ slot: Int) {
    small.removeAll { $0 == slot }
    main.removeAll { $0 == slot }
    parked.removeAll { $0.slot == slot }
  }

  mutating func park(_ slot: Int) {
    guard !parked.contains(where: { $0.slot == slot }) else { return }
    let isMain = main.contains(slot)
    remove(slot)
    parked.append((slot, isMain))
  }

  mutating func unpark(_ slot: Int) {
    guard let index = parked.firstIndex(where: { $0.slot == slot }) else { return }
    if parked.remove(at: index).isMain, !isByRecency {
      main.append(slot)
    } else {
      small.append(slot)
    }
  }

  mutating func evict() -> Int? {
    guard count > 0 else { return nil }
    defer { ghosts.removeFirst(max(0, ghosts.count - max(1, count - smallTarget))) }
    if isByRecency { return small.removeFirst() }
    while true {
      if let victim = main.isEmpty || small.count >= smallTarget ? leaveSmall() : leaveMain() {
        return victim
      }
    }
  }

  /// A slot with two hits moves to the main queue, one with fewer is evicted.
  private mutating func leaveSmall() -> Int? {
    let slot = small.removeFirst()
    guard hits[slot, default: 0] < 2 else {
      hits[slot] = 0
      main.append(slot)
      return nil
    }
    ghosts.append(slot)
    return slot
  }

  /// Each hit gives a slot one more round in the main queue.
  private mutating func leaveMain() -> Int? {
    let slot = main.removeFirst()
    guard let left = hits[slot], left > 0 else { return slot }
    hits[slot] = left - 1
    main.append(slot)
    return nil
  }
}
