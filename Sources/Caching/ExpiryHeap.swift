/// Slots in the order of their deadlines, the earliest first.
///
/// A heap with eight children a node, which lie in two or three cache lines: fewer levels, and so
/// fewer places far apart, than with two (LaMarca and Ladner, "The influence of caches on the
/// performance of heaps", 1996). Each slot knows its place, so that one is taken out without a search.
struct ExpiryHeap: Sendable {
  /// A deadline that has been noted for a slot.
  struct Item: Sendable {
    var deadline: Moment
    var slot: Int32
  }

  private var items: [Item] = []
  /// The place of each slot in the heap; -1 where it has none.
  private var places: [Int32] = []

  init() {}

  /// The earliest deadline.
  var first: Item? { items.first }
  /// The number of deadlines.
  var count: Int { items.count }

  /// The deadline that is noted for a slot.
  func deadline(of slot: Int) -> Moment? {
    guard slot < places.count, places[slot] >= 0 else { return nil }
    return items[Int(places[slot])].deadline
  }

  /// Notes a slot's deadline in the place of an earlier note; a deadline of never is not kept.
  mutating func set(_ deadline: Moment, for slot: Int) {
    guard deadline != .never else { return remove(slot) }
    while places.count <= slot { places.append(-1) }
    let item = Item(deadline: deadline, slot: Int32(slot))
    guard places[slot] >= 0 else {
      items.append(item)
      return siftUp(item, from: items.count - 1)
    }
    settle(item, at: Int(places[slot]))
  }

  /// Forgets a slot's deadline.
  mutating func remove(_ slot: Int) {
    guard slot < places.count, places[slot] >= 0, let last = items.popLast() else { return }
    let place = Int(places[slot])
    places[slot] = -1
    if place < items.count { settle(last, at: place) }
  }

  private mutating func settle(_ item: Item, at place: Int) {
    if place > 0, item.deadline < items[(place - 1) / 8].deadline {
      siftUp(item, from: place)
    } else {
      siftDown(item, from: place)
    }
  }

  private mutating func siftUp(_ item: Item, from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 8
      guard item.deadline < items[parent].deadline else { break }
      put(items[parent], at: place)
      place = parent
    }
    put(item, at: place)
  }

  private mutating func siftDown(_ item: Item, from start: Int) {
    var place = start
    while let child = earliestChild(of: place), items[child].deadline < item.deadline {
      put(items[child], at: place)
      place = child
    }
    put(item, at: place)
  }

  private func earliestChild(of place: Int) -> Int? {
    let first = 8 * place + 1
    guard first < items.count else { return nil }
    var earliest = first
    for child in first..<min(first + 8, items.count)
    where items[child].deadline < items[earliest].deadline {
      earliest = child
    }
    return earliest
  }

  private mutating func put(_ item: Item, at place: Int) {
    items[place] = item
    places[Int(item.slot)] = Int32(place)
  }
}

extension ExpiryHeap {
  /// Tells whether order and places hold throughout; for tests, as it walks over everything.
  var isValid: Bool {
    let inOrder = items.indices.dropFirst().allSatisfy {
      items[($0 - 1) / 8].deadline <= items[$0].deadline
    }
    let placed = items.indices.allSatisfy { places[Int(items[$0].slot)] == Int32($0) }
    return inOrder && placed && places.count(where: { $0 >= 0 }) == items.count
  }
}
