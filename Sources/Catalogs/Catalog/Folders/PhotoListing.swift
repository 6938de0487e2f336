/// The photos read so far, sorted incrementally while they arrive unsorted within each folder.
///
/// `entries()` sorts only the photos added since its last call and merges them. Calls at doubling
/// sizes cost O(n log n) in total.
struct PhotoListing {
  private var finished: [CatalogEntry] = []
  /// The current folder's photos that are sorted.
  private var sorted: [CatalogEntry] = []
  /// The current folder's photos added since the last call of `entries()`.
  private var fresh: [CatalogEntry] = []

  var count: Int { finished.count + sorted.count + fresh.count }

  mutating func add(_ entry: CatalogEntry) {
    fresh.append(entry)
  }

  /// Finishes the current folder; photos added later sort after all before.
  mutating func endFolder() {
    sortFresh()
    finished += sorted
    sorted = []
  }

  mutating func entries() -> [CatalogEntry] {
    sortFresh()
    return joined()
  }

  private func joined() -> [CatalogEntry] {
    if finished.isEmpty { return sorted }
    if sorted.isEmpty { return finished }
    return finished + sorted
  }

  private mutating func sortFresh() {
    if let keys = NameKeys(fresh.map { $0.photo.name }) {
      fresh = fresh.indices.sorted { first, second in
        keys.areInOrder(first, second)
          ?? NaturalOrder.areInOrder(fresh[first].photo.name, fresh[second].photo.name)
      }.map { fresh[$0] }
    } else {
      let byBytes = NaturalOrder.comparesASCIIByBytes
      fresh.sort {
        NaturalOrder.areInOrder($0.photo.name, $1.photo.name, comparingASCIIByBytes: byBytes)
      }
    }
    sorted = sorted.isEmpty ? fresh : merged(sorted, fresh)
    fresh = []
  }

  private func merged(_ first: [CatalogEntry], _ second: [CatalogEntry]) -> [CatalogEntry] {
    var result: [CatalogEntry] = []
    result.reserveCapacity(first.count + second.count)
    var rest = second[...]
    let byBytes = NaturalOrder.comparesASCIIByBytes
    for entry in first {
      while let next = rest.first,
        NaturalOrder.areInOrder(
          next.photo.name, entry.photo.name, comparingASCIIByBytes: byBytes)
      {
        result.append(next)
        rest.removeFirst()
      }
      result.append(entry)
    }
    return result + rest
  }
}
