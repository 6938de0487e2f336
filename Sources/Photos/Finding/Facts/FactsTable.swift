package import Catalog

/// What is known of many photos, packed: what is forgotten keeps its room.
package struct FactsTable: Sendable {
  private var places: [PhotoID: Int32] = [:]
  private var facts: ContiguousArray<PhotoFacts> = []

  /// Makes a table of a few photos, or of none; what comes later counts.
  package init(_ known: some Sequence<(PhotoID, PhotoFacts)> = []) {
    for (id, facts) in known { self[id] = facts }
  }

  /// Makes room for so many photos at once.
  package mutating func reserve(_ count: Int) {
    places.reserveCapacity(count)
    facts.reserveCapacity(count)
  }

  /// Whether nothing is known of any photo.
  package var isEmpty: Bool { places.isEmpty }

  /// What is known of a photo; nil where nobody has tried to find out.
  package subscript(_ id: PhotoID) -> PhotoFacts? {
    get { places[id].map { facts[Int($0)] } }
    set {
      guard let newValue else { return places[id] = nil }
      if let place = places[id] {
        facts[Int(place)] = newValue
      } else {
        places[id] = Int32(facts.count)
        facts.append(newValue)
      }
    }
  }
}
