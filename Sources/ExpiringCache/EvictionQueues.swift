/// The order in which entries are evicted: S3-FIFO, or LRU where little fits.
///
/// S3-FIFO after Yang, Zhang, Qiu, Yue and Rashmi, "FIFO queues are all you need for cache eviction"
/// (SOSP 2023): new entries pass through a small queue, those that were hit twice there move on to the
/// main one, and a key that comes back soon after it was evicted goes there at once. The small queue is
/// a quarter of all entries or 4/10 of `lruBelow`, whichever is more: with the tenth of the paper a
/// scroll back misses. Below `lruBelow` the least recently used is evicted, as nothing beats that there.
@usableFromInline struct EvictionQueues: Sendable {
  /// A queue; its number is the node between its newest and its oldest slot.
  private enum Queue: Int, Sendable { case small, main }

  private struct Node: Sendable {
    var newer: Int32
    var older: Int32
    /// Bits of the key's hash, by which a key that comes back is recognised.
    var hash: UInt32 = 0
    var queue = Queue.small
    var isQueued = false
  }

  /// Those of the two queues, and then one for each slot.
  private var nodes = [Node(newer: 0, older: 0), Node(newer: 1, older: 1)]
  /// The hits of each slot since it was queued, at most 3.
  private var hits: [UInt8] = []
  private var smallCount = 0
  private var mainCount = 0
  /// The numbers of the last evictions from the small queue by hash; the younger and the older ones are
  /// apart, so that all older ones are forgotten at once.
  private var ghosts: [UInt32: UInt32] = [:]
  private var olderGhosts: [UInt32: UInt32] = [:]
  private var evictions: UInt32 = 0
  /// How many of the last evictions are remembered.
  private var ghostLimit = 0
  /// The capacity in entries below which the least recently used is evicted.
  @usableFromInline var lruBelow: Int
  /// Whether the order is LRU now; all entries are in the small queue then.
  private(set) var isLRU: Bool

  @usableFromInline init(lruBelow: Int) {
    self.lruBelow = lruBelow
    isLRU = lruBelow > 0
  }

  /// The number of queued entries.
  var count: Int { smallCount + mainCount }
  private var smallTarget: Int { max(1, count / 4, min(lruBelow * 4 / 10, count)) }

  /// Sets how many entries there is room for; LRU begins a tenth below the threshold, so that the order
  /// does not alternate.
  @usableFromInline mutating func expect(capacity: Int) {
    if isLRU {
      isLRU = capacity < lruBelow
    } else if capacity < lruBelow - lruBelow / 10 {
      isLRU = true
      while mainCount > 0 { move(oldest(of: .main), to: .small) }
    }
  }

  /// Adds a new entry to the small queue, or to the main one if its key was evicted shortly before.
  @usableFromInline mutating func insert(_ slot: Int, hash: UInt32) {
    while hits.count <= slot {
      nodes.append(Node(newer: 0, older: 0))
      hits.append(0)
    }
    nodes[slot + 2].hash = hash
    hits[slot] = 0
    link(slot, to: !isLRU && forgetGhost(hash) ? .main : .small)
  }

  /// Puts an entry that was taken out at the new end of its queue.
  @usableFromInline mutating func restore(_ slot: Int) {
    if !nodes[slot + 2].isQueued { link(slot, to: isLRU ? .small : nodes[slot + 2].queue) }
  }

  /// Counts a hit, and makes the entry the most recent where that is the order.
  @usableFromInline mutating func use(_ slot: Int) {
    if hits[slot] < 3 { hits[slot] += 1 }
    if isLRU, nodes[slot + 2].isQueued { move(slot, to: .small) }
  }

  /// Takes an entry out, which cannot be evicted then; it may be out already.
  @usableFromInline mutating func remove(_ slot: Int) {
    if nodes[slot + 2].isQueued { unlink(slot) }
  }

  /// Chooses the next entry to be evicted and takes it out; nil where none is queued.
  @usableFromInline mutating func evict() -> Int? {
    while count > 0 {
      let queue = mainCount == 0 || smallCount >= smallTarget ? Queue.small : .main
      let slot = oldest(of: queue)
      if isLRU || hits[slot] < (queue == .small ? 2 : 1) {
        if queue == .small, !isLRU { addGhost(nodes[slot + 2].hash) }
        unlink(slot)
        return slot
      }
      hits[slot] = queue == .small ? 0 : hits[slot] - 1
      move(slot, to: .main)
    }
    return nil
  }

  private mutating func addGhost(_ hash: UInt32) {
    evictions &+= 1
    ghostLimit = max(1, count - smallTarget)
    if ghosts.count >= max(ghostLimit, 64) {
      swap(&ghosts, &olderGhosts)
      ghosts.removeAll(keepingCapacity: true)
    }
    ghosts[hash] = evictions
  }

  private mutating func forgetGhost(_ hash: UInt32) -> Bool {
    guard let number = ghosts[hash] ?? olderGhosts[hash], evictions &- number < ghostLimit else {
      return false
    }
    ghosts[hash] = nil
    olderGhosts[hash] = nil
    return true
  }

  private func oldest(of queue: Queue) -> Int { Int(nodes[queue.rawValue].newer) - 2 }

  private mutating func move(_ slot: Int, to queue: Queue) {
    unlink(slot)
    link(slot, to: queue)
  }

  private mutating func link(_ slot: Int, to queue: Queue) {
    let (node, end) = (Int32(slot + 2), queue.rawValue)
    let newest = nodes[end].older
    nodes[slot + 2] = Node(
      newer: Int32(end), older: newest, hash: nodes[slot + 2].hash, queue: queue, isQueued: true)
    nodes[Int(newest)].newer = node
    nodes[end].older = node
    if queue == .main { mainCount += 1 } else { smallCount += 1 }
  }

  private mutating func unlink(_ slot: Int) {
    let node = nodes[slot + 2]
    nodes[Int(node.newer)].older = node.older
    nodes[Int(node.older)].newer = node.newer
    nodes[slot + 2].isQueued = false
    if node.queue == .main { mainCount -= 1 } else { smallCount -= 1 }
  }
}
