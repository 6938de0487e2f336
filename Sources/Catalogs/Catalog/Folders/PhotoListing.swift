/// The photos read so far, sorted incrementally while they arrive unsorted within each folder.
///
/// `entries()` sorts only the photos added since its last call and merges them. Calls at doubling
/// sizes cost O(n log n) in total.
struct PhotoListing {
  private var finished: [CatalogEntry] = []
  private var sorted: [CatalogEntry] = []
  /// The current folder's photos added since the last call of `entries()`.
  private var fresh: [CatalogEntry] = []

  var count: Int { finished.count + sorted.count + fresh.count }

  mutating func add(_ entry: CatalogEntry) {
    fresh.append(entry)
  }

  mutating func endFolder() {
    sortFresh()
    if finished.isEmpty { finished = sorted } else { finished += sorted }
    sorted = []
  }

  mutating func entries() -> [CatalogEntry] {
    sortFresh()
    if finished.isEmpty { return sorted }
    if sorted.isEmpty { return finished }
    return finished + sorted
  }

  private mutating func sortFresh() {
    let byBytes = NaturalOrder.comparesASCIIByBytes
    let keys = NameKeys(fresh.lazy.map(\.photo.name))
    fresh = fresh.indices.sorted { first, second in
      keys.areInOrder(first, second)
        ?? NaturalOrder.areInOrder(
          fresh[first].photo.name, fresh[second].photo.name, comparingASCIIByBytes: byBytes)
    }.map { fresh[$0] }
    sorted = sorted.merging(fresh) {
      NaturalOrder.areInOrder($0.photo.name, $1.photo.name, comparingASCIIByBytes: byBytes)
    }
    fresh = []
  }
}

extension Array {
  func merging(_ others: [Element], by areInOrder: (Element, Element) -> Bool) -> [Element] {
    guard let last else { return others }
    guard let first = others.first, areInOrder(first, last) else { return self + others }
    var all: [Element] = []
    all.reserveCapacity(count + others.count)
    var rest = others[...]
    for element in self {
      while let next = rest.first, areInOrder(next, element) { all.append(rest.removeFirst()) }
      all.append(element)
    }
    return all + rest
  }
}
