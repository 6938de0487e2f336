/// The two ends of a queue of slots and its length; `SlotLinks` holds what lies between.
struct SlotQueue: Hashable, Sendable {
  /// No slot.
  static let none: Int32 = -1

  var newest = SlotQueue.none
  var oldest = SlotQueue.none
  var count = 0
}

/// The links between the slots of queues; each slot is in one queue at most.
struct SlotLinks: Sendable {
  private struct Link: Sendable {
    var newer = SlotQueue.none
    var older = SlotQueue.none
  }

  private var links: [Link] = []

  init() {}

  /// Puts a slot at the new end of a queue; it must not be in one.
  mutating func append(_ slot: Int, to queue: inout SlotQueue) {
    while links.count <= slot { links.append(Link()) }
    var links = links.mutableSpan
    links[slot] = Link(newer: SlotQueue.none, older: queue.newest)
    if queue.count == 0 {
      queue.oldest = Int32(slot)
    } else {
      links[Int(queue.newest)].newer = Int32(slot)
    }
    queue.newest = Int32(slot)
    queue.count += 1
  }

  /// Takes a slot out of the queue it is in.
  mutating func remove(_ slot: Int, from queue: inout SlotQueue) {
    var links = links.mutableSpan
    let link = links[slot]
    if link.newer == SlotQueue.none {
      queue.newest = link.older
    } else {
      links[Int(link.newer)].older = link.older
    }
    if link.older == SlotQueue.none {
      queue.oldest = link.newer
    } else {
      links[Int(link.older)].newer = link.newer
    }
    queue.count -= 1
  }

  /// The slots of a queue, the newest first; nil where a link is wrong; for tests.
  func slots(of queue: SlotQueue) -> [Int]? {
    var (slots, slot, newer): ([Int], Int32, Int32) = ([], queue.newest, SlotQueue.none)
    while slot != SlotQueue.none {
      guard slots.count < queue.count, links[Int(slot)].newer == newer else { return nil }
      slots.append(Int(slot))
      (newer, slot) = (slot, links[Int(slot)].older)
    }
    return slots.count == queue.count && newer == queue.oldest ? slots : nil
  }
}
