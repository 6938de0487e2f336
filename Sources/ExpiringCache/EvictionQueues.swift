/// The order in which entries are evicted: S3-FIFO, or LRU where little fits.
///
/// S3-FIFO after Yang, Zhang, Qiu, Yue and Rashmi, "FIFO queues are all you need for cache eviction"
/// (SOSP 2023): new entries pass through a small queue, those that were hit twice there move on to the
/// main one, and a key that comes back soon after it was evicted goes there at once: its slot stays in
/// a queue of ghosts. The small queue is a quarter of all entries or 4/10 of `lruBelow`, whichever is
/// more: with the tenth of the paper a scroll back misses. Below `lruBelow` the least recently used is
/// evicted, as nothing beats that there.
@usableFromInline struct EvictionQueues: Sendable {
  /// A queue; its number is that of the node between its newest and its oldest slot.
  private enum Queue: Int, Sendable { case small, main, ghosts }

  private struct Node: Sendable {
    var newer: Int32 = 0
    var older: Int32 = 0
    /// The queue it is in, or was in before it was taken out.
    var queue = Queue.small
    var isQueued = false
    var hits: UInt8 = 0
  }

  /// Those of the queues, and then one for each slot.
  private var nodes = (0..<3).map { Node(newer: $0, older: $0) }
  private var counts = [0, 0, 0]
  /// The capacity in entries below which the least recently used is evicted.
  var lruBelow: Int
  /// Whether the order is LRU now; all entries are in the small queue then.
  private(set) var isLRU: Bool

  @usableFromInline init(lruBelow: Int) {
    self.lruBelow = lruBelow
    isLRU = lruBelow > 0
  }

  /// The number of entries that can be evicted.
  var count: Int { count(of: .small) + count(of: .main) }
  private var smallTarget: Int { max(1, count / 4, min(lruBelow * 4 / 10, count)) }

  /// Sets how many entries the limits allow; LRU begins a tenth below the threshold, so that the order
  /// does not alternate.
  @usableFromInline mutating func expect(capacity: Int) {
    if isLRU {
      isLRU = capacity < lruBelow
    } else if capacity < lruBelow - lruBelow / 10 {
      isLRU = true
      while count(of: .main) > 0 { move(oldest(of: .main), to: .small) }
    }
  }

  /// Adds an entry to the small queue, or to the main one if its slot is a ghost.
  @usableFromInline mutating func insert(_ slot: Int) {
    while nodes.count <= slot + 3 { nodes.append(Node()) }
    nodes[slot + 3].hits = 0
    move(slot, to: isGhost(slot) && !isLRU ? .main : .small)
  }

  /// Takes an entry out, which cannot be evicted then; it may be out already.
  @usableFromInline mutating func remove(_ slot: Int) {
    let node = nodes[slot + 3]
    guard node.isQueued else { return }
    nodes[Int(node.newer)].older = node.older
    nodes[Int(node.older)].newer = node.newer
    nodes[slot + 3].isQueued = false
    counts[node.queue.rawValue] -= 1
  }

  /// Puts an entry that was taken out at the new end of its queue.
  @usableFromInline mutating func restore(_ slot: Int) {
    let node = nodes[slot + 3]
    if !node.isQueued { move(slot, to: node.queue == .main && !isLRU ? .main : .small) }
  }

  /// Counts a hit, and makes the entry the most recent where that is the order.
  @usableFromInline mutating func use(_ slot: Int) {
    nodes[slot + 3].hits = min(3, nodes[slot + 3].hits + 1)
    if isLRU, nodes[slot + 3].isQueued { move(slot, to: .small) }
  }

  /// Chooses the next entry to be evicted and takes it out; from the small queue it becomes a ghost.
  @usableFromInline mutating func evict() -> Int? {
    while count > 0 {
      let isSmallDue = count(of: .main) == 0 || count(of: .small) >= smallTarget
      let queue = isSmallDue ? Queue.small : .main
      let slot = oldest(of: queue)
      let hits = nodes[slot + 3].hits
      if isLRU || hits < (queue == .small ? 2 : 1) {
        if queue == .main || isLRU { remove(slot) } else { move(slot, to: .ghosts) }
        return slot
      }
      nodes[slot + 3].hits = queue == .small ? 0 : hits - 1
      move(slot, to: .main)
    }
    return nil
  }

  @usableFromInline func isGhost(_ slot: Int) -> Bool {
    nodes[slot + 3].isQueued && nodes[slot + 3].queue == .ghosts
  }

  /// Takes out the oldest ghost if there are more than the main queue should have entries.
  @usableFromInline mutating func removeGhost() -> Int? {
    guard count(of: .ghosts) > max(1, count - smallTarget) else { return nil }
    let slot = oldest(of: .ghosts)
    remove(slot)
    return slot
  }

  private func count(of queue: Queue) -> Int { counts[queue.rawValue] }
  private func oldest(of queue: Queue) -> Int { Int(nodes[queue.rawValue].newer) - 3 }

  private mutating func move(_ slot: Int, to queue: Queue) {
    remove(slot)
    let (node, end, newest) = (slot + 3, queue.rawValue, nodes[queue.rawValue].older)
    nodes[node] = Node(
      newer: Int32(end), older: newest, queue: queue, isQueued: true, hits: nodes[node].hits)
    nodes[Int(newest)].newer = Int32(node)
    nodes[end].older = Int32(node)
    counts[end] += 1
  }
}
