/// The order of eviction for a grid that is scrolled: S3-FIFO, or LRU where little fits.
///
/// S3-FIFO after Yang, Zhang, Qiu, Yue and Rashmi, "FIFO queues are all you need for cache eviction"
/// (SOSP 2023): new entries pass through a small queue, those that were hit twice there move on to the
/// main one, and a key that comes back soon after it was evicted goes there at once. The small queue is
/// a quarter of all entries or four screens, whichever is more: with the tenth of the paper a scroll
/// back misses. Below ten screens the least recently used is evicted, as nothing beats that there.
public struct GridEviction: EvictionPolicy {
  private enum Queue: UInt8, Sendable { case none, small, main }

  private struct Node: Sendable {
    var fingerprint: UInt32 = 0
    var queue = Queue.none
    var isParked = false
  }

  /// The most hits that are counted for an entry.
  private static var highestFrequency: UInt8 { 3 }
  /// How many hits in the small queue promote an entry to the main one.
  private static var promotion: UInt8 { 2 }

  private var nodes: [Node] = []
  /// How often each entry was hit, apart from the rest: most hits touch nothing else here, and the
  /// counts of ten thousand entries stay in the fastest memory.
  private var frequencies: [UInt8] = []
  private var links = SlotLinks()
  private var small = SlotQueue()
  private var main = SlotQueue()
  private var ghosts = GhostQueue()
  /// The capacity in entries below which the least recently used is evicted: about ten screens.
  public var lruBelow: Int
  /// Whether the order is plain recency now; all entries are in the small queue then.
  private(set) var isByRecency: Bool

  /// Makes an order without entries.
  /// - Parameter lruBelow: The capacity in entries, ten screens, from which it is S3-FIFO.
  public init(lruBelow: Int) {
    self.lruBelow = lruBelow
    isByRecency = lruBelow > 0
  }

  /// The number of entries that are not parked.
  public var count: Int { small.count + main.count }

  /// Changes to recency a tenth below the threshold, so that it does not alternate.
  public mutating func expect(capacity: Int) {
    if isByRecency {
      if capacity >= lruBelow { isByRecency = false }
    } else if capacity < lruBelow - lruBelow / 10 {
      isByRecency = true
      while main.oldest != SlotQueue.none {
        let slot = Int(main.oldest)
        unlink(slot)
        link(slot, into: .small)
      }
    }
  }

  /// Adds a new entry to the small queue, or to the main one if it was evicted shortly before.
  public mutating func insert(_ slot: Int, fingerprint: UInt32) {
    while nodes.count <= slot {
      nodes.append(Node())
      frequencies.append(0)
    }
    let isReturning = !isByRecency && ghosts.take(fingerprint)
    nodes[slot] = Node(fingerprint: fingerprint)
    frequencies[slot] = 0
    link(slot, into: isReturning ? .main : .small)
  }

  /// Counts a hit, and makes the entry the most recent where that is the order.
  public mutating func use(_ slot: Int) {
    if frequencies[slot] < Self.highestFrequency { frequencies[slot] += 1 }
    guard isByRecency, !nodes[slot].isParked, small.newest != Int32(slot) else { return }
    unlink(slot)
    link(slot, into: .small)
  }

  /// Forgets an entry, parked or not.
  public mutating func remove(_ slot: Int) {
    if !nodes[slot].isParked { unlink(slot) }
    nodes[slot] = Node()
  }

  /// Takes an entry out of its queue, where it cannot be evicted.
  public mutating func park(_ slot: Int) {
    guard !nodes[slot].isParked else { return }
    let queue = nodes[slot].queue
    unlink(slot)
    nodes[slot].queue = queue
    nodes[slot].isParked = true
  }

  /// Puts a parked entry at the new end of its queue.
  public mutating func unpark(_ slot: Int) {
    guard nodes[slot].isParked else { return }
    nodes[slot].isParked = false
    link(slot, into: isByRecency ? .small : nodes[slot].queue)
  }

  /// Chooses the next entry to be evicted and forgets it; nil where all are parked.
  public mutating func evict() -> Int? {
    guard count > 0 else { return nil }
    guard !isByRecency else { return leave(small.oldest) }
    while true {
      if isSmallNext {
        let slot = Int(small.oldest)
        guard frequencies[slot] >= Self.promotion else {
          ghosts.add(nodes[slot].fingerprint, limit: max(1, count - smallTarget))
          return leave(small.oldest)
        }
        move(slot, frequency: 0)
      } else {
        let slot = Int(main.oldest)
        guard frequencies[slot] > 0 else { return leave(main.oldest) }
        move(slot, frequency: frequencies[slot] - 1)
      }
    }
  }

  /// The oldest of the queue that `evict()` tries first; it stays if it was hit.
  public var candidate: Int? {
    let oldest = isSmallNext ? small.oldest : main.oldest
    return oldest == SlotQueue.none ? nil : Int(oldest)
  }

  /// Fetches the memory of a ghost.
  public func prefetch(_ fingerprint: UInt32) {
    if !isByRecency { ghosts.prefetch(fingerprint) }
  }

  private var isSmallNext: Bool { main.count == 0 || small.count >= smallTarget }

  private var smallTarget: Int { max(1, count / 4, min(lruBelow * 4 / 10, count)) }

  private mutating func leave(_ slot: Int32) -> Int {
    unlink(Int(slot))
    return Int(slot)
  }

  private mutating func move(_ slot: Int, frequency: UInt8) {
    unlink(slot)
    frequencies[slot] = frequency
    link(slot, into: .main)
  }

  private mutating func link(_ slot: Int, into queue: Queue) {
    nodes[slot].queue = queue
    if queue == .main {
      links.append(slot, to: &main)
    } else {
      links.append(slot, to: &small)
    }
  }

  private mutating func unlink(_ slot: Int) {
    if nodes[slot].queue == .main {
      links.remove(slot, from: &main)
    } else {
      links.remove(slot, from: &small)
    }
    nodes[slot].queue = .none
  }
}

extension GridEviction {
  /// Whether all links hold; for tests, as it visits everything.
  public var isValid: Bool {
    isValid(small, .small) && isValid(main, .main)
      && nodes.count(where: { $0.queue != .none && !$0.isParked }) == count
      && !(isByRecency && main.count > 0)
  }

  private func isValid(_ list: SlotQueue, _ queue: Queue) -> Bool {
    guard let slots = links.slots(of: list) else { return false }
    return slots.allSatisfy { nodes[$0].queue == queue && !nodes[$0].isParked }
  }
}
