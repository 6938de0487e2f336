/// The photos read so far, in order, while they come folder by folder and shuffled within one.
///
/// Only the photos that came since the last look are sorted; the rest is merged. Looks at doubling
/// sizes cost O(n log n) in all.
struct PhotoListing {
  private var finished: [Photo] = []
  /// The current folder's photos as of the last look.
  private var sorted: [Photo] = []
  /// The current folder's photos since then.
  private var fresh: [Photo] = []

  /// The number of photos.
  var count: Int { finished.count + sorted.count + fresh.count }

  /// Adds a photo of the current folder.
  mutating func add(_ photo: Photo) {
    fresh.append(photo)
  }

  /// Puts what was added behind everything before it; what comes now is of another folder.
  mutating func endFolder() {
    sortFresh()
    finished += sorted
    sorted = []
  }

  /// Adds the photos of a folder, which are in order; the folder before it must have ended.
  mutating func add(folder photos: ArraySlice<Photo>) {
    finished += photos
  }

  /// Returns all photos in order.
  mutating func photos() -> [Photo] {
    sortFresh()
    return joined()
  }

  /// The finished photos and those of the current folder, without a copy where either is empty.
  private func joined() -> [Photo] {
    if finished.isEmpty { return sorted }
    if sorted.isEmpty { return finished }
    return finished + sorted
  }

  private mutating func sortFresh() {
    fresh.sort { NaturalOrder.areInOrder($0.name, $1.name) }
    sorted = sorted.isEmpty ? fresh : merged(sorted, fresh)
    fresh = []
  }

  private func merged(_ first: [Photo], _ second: [Photo]) -> [Photo] {
    var result: [Photo] = []
    result.reserveCapacity(first.count + second.count)
    var rest = second[...]
    for photo in first {
      while let next = rest.first, NaturalOrder.areInOrder(next.name, photo.name) {
        result.append(next)
        rest.removeFirst()
      }
      result.append(photo)
    }
    return result + rest
  }
}
