/// Entries in the order of their last use, found by key in constant time.
///
/// The entries lie in one array and are linked by their places in it: a hit moves four integers and
/// allocates nothing. Freed places are linked through `next` and used again.
struct RecencyStore<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  private struct Node: Sendable {
    var key: Key
    var element: Element
    var cost: Int
    var previous: Int
    var next: Int
  }

  /// The end of a list.
  private static var none: Int { -1 }

  private var places: [Key: Int] = [:]
  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var newest = -1
  private var oldest = -1
  /// The sum of costs, in bytes.
  private(set) var cost = 0

  /// The number of entries.
  var count: Int { places.count }

  /// The entry that has not been used for longest.
  var leastRecent: (key: Key, element: Element)? {
    guard oldest != Self.none, let node = nodes[oldest] else { return nil }
    return (node.key, node.element)
  }

  /// Reads and changes an entry and makes it the most recent one; nil where there is none.
  mutating func use<Result>(_ key: Key, _ body: (inout Element) -> Result) -> Result? {
    guard let place = places[key], var node = nodes[place] else { return nil }
    let result = body(&node.element)
    nodes[place] = node
    moveToFront(place)
    return result
  }

  /// Reads an entry without using it.
  func peek(_ key: Key) -> Element? {
    places[key].flatMap { nodes[$0]?.element }
  }

  /// Stores an entry as the most recent one, in the place of one with the same key.
  mutating func insert(_ element: Element, for key: Key, cost: Int) {
    remove(key)
    let node = Node(key: key, element: element, cost: cost, previous: -1, next: -1)
    let place = free.popLast() ?? nodes.endIndex
    if place == nodes.endIndex { nodes.append(node) } else { nodes[place] = node }
    places[key] = place
    self.cost += cost
    linkAtFront(place)
  }

  /// Takes an entry out and returns it with its cost.
  @discardableResult
  mutating func remove(_ key: Key) -> (element: Element, cost: Int)? {
    guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return nil }
    unlink(place)
    nodes[place] = nil
    free.append(place)
    cost -= node.cost
    return (node.element, node.cost)
  }

  /// Takes all entries out.
  mutating func removeAll() {
    self = RecencyStore()
  }

  private mutating func moveToFront(_ place: Int) {
    guard place != newest else { return }
    unlink(place)
    linkAtFront(place)
  }

  private mutating func unlink(_ place: Int) {
    guard let node = nodes[place] else { return }
    if node.previous == Self.none {
      newest = node.next
    } else {
      nodes[node.previous]?.next = node.next
    }
    if node.next == Self.none {
      oldest = node.previous
    } else {
      nodes[node.next]?.previous = node.previous
    }
  }

  private mutating func linkAtFront(_ place: Int) {
    nodes[place]?.previous = Self.none
    nodes[place]?.next = newest
    if newest == Self.none {
      oldest = place
    } else {
      nodes[newest]?.previous = place
    }
    newest = place
  }
}
