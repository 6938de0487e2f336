/// The photos read so far, in order, while they come folder by folder and shuffled within one.
///
/// Only the photos that came since the last look are sorted; the rest is merged. Looks at doubling
/// sizes cost O(n log n) in all.
struct PhotoListing {
  private var finished: [CatalogEntry] = []
  /// The current folder's photos as of the last look.
  private var sorted: [CatalogEntry] = []
  /// The current folder's photos since then.
  private var fresh: [CatalogEntry] = []

  /// The number of photos.
  var count: Int { finished.count + sorted.count + fresh.count }

  /// Adds a photo of the current folder.
  mutating func add(_ entry: CatalogEntry) {
    fresh.append(entry)
  }

  /// Puts what was added behind everything before it; what comes now is of another folder.
  mutating func endFolder() {
    sortFresh()
    finished += sorted
    sorted = []
  }

  /// Returns all entries in order.
  mutating func entries() -> [CatalogEntry] {
    sortFresh()
    return joined()
  }

  /// The finished photos and those of the current folder, without a copy where either is empty.
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
