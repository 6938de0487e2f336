/// The order of eviction as its paper tells it, in lists that are searched: slow, and plain to see.
struct PlainS3FIFO {
  /// The oldest first.
  private var small: [Int] = []
  private var main: [Int] = []
  private var parked: [(slot: Int, isMain: Bool)] = []
  private var hits: [Int: Int] = [:]
  private var fingerprints: [Int: UInt32] = [:]
  /// What left the small queue for good, the latest last; none where it came back.
  private var ghosts: [UInt32?] = []
  private var ghostLimit = 0
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

  mutating func insert(_ slot: Int, fingerprint: UInt32) {
    hits[slot] = 0
    fingerprints[slot] = fingerprint
    let ghost = ghosts.suffix(ghostLimit).firstIndex(of: fingerprint)
    guard !isByRecency, let ghost else { return small.append(slot) }
    ghosts[ghost] = nil
    main.append(slot)
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
    if isByRecency { return small.removeFirst() }
    while true {
      if let victim = main.isEmpty || small.count >= smallTarget ? leaveSmall() : leaveMain() {
        return victim
      }
    }
  }

  /// Two hits lead on to the main queue, fewer lead out.
  private mutating func leaveSmall() -> Int? {
    let limit = max(1, count - smallTarget)
    let slot = small.removeFirst()
    guard hits[slot, default: 0] < 2 else {
      hits[slot] = 0
      main.append(slot)
      return nil
    }
    ghostLimit = limit
    if let before = ghosts.firstIndex(of: fingerprints[slot]) { ghosts[before] = nil }
    ghosts.append(fingerprints[slot])
    return slot
  }

  /// A hit pays for one more round.
  private mutating func leaveMain() -> Int? {
    let slot = main.removeFirst()
    guard let left = hits[slot], left > 0 else { return slot }
    hits[slot] = left - 1
    main.append(slot)
    return nil
  }
}
