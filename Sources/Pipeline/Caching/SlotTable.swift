/// A table from the hash of a key to its slot.
///
/// Open addressing with linear probing; an entry is removed by moving back the ones after it (Knuth,
/// TAOCP 3, section 6.4, algorithm R). The table holds the hashes: keys are compared only where these
/// are equal, and are never hashed again when the table grows or an entry is evicted.
@usableFromInline struct SlotTable: Sendable {
  @usableFromInline struct Place: Sendable {
    @usableFromInline var hash: UInt32 = 0
    @usableFromInline var slot = SlotQueue.none
  }

  @usableFromInline var places = Array(repeating: Place(), count: 64)
  /// The number of slots that can be found.
  private(set) var count = 0

  @usableFromInline init() {}

  /// Finds a slot by the hash of its key; `isKey` says whether a slot with that hash is the one.
  @inlinable func slot(hash: UInt32, where isKey: (Int) -> Bool) -> Int? {
    let mask = places.count - 1
    var index = Int(hash) & mask
    while places[index].slot >= 0 {
      if places[index].hash == hash, isKey(Int(places[index].slot)) {
        return Int(places[index].slot)
      }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Fetches the memory of a hash that will be looked for in a moment.
  @usableFromInline func prefetch(_ hash: UInt32) {
    places.prefetch(Int(hash) & (places.count - 1))
  }

  /// Adds a slot, which is not there yet.
  @usableFromInline mutating func insert(_ slot: Int, hash: UInt32) {
    if 4 * (count + 1) > 3 * places.count { grow() }
    put(Place(hash: hash, slot: Int32(slot)))
    count += 1
  }

  /// Removes a slot, which is there.
  @usableFromInline mutating func remove(_ slot: Int, hash: UInt32) {
    var places = places.mutableSpan
    let mask = places.count - 1
    var gap = Int(hash) & mask
    while places[gap].slot != Int32(slot) { gap = (gap + 1) & mask }
    var index = (gap + 1) & mask
    while places[index].slot >= 0 {
      let home = Int(places[index].hash) & mask
      if (index - home) & mask >= (index - gap) & mask {
        places[gap] = places[index]
        gap = index
      }
      index = (index + 1) & mask
    }
    places[gap] = Place()
    count -= 1
  }

  private mutating func put(_ place: Place) {
    let mask = places.count - 1
    var index = Int(place.hash) & mask
    while places[index].slot >= 0 { index = (index + 1) & mask }
    places[index] = place
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: Place(), count: 2 * old.count)
    for place in old where place.slot >= 0 { put(place) }
  }
}
