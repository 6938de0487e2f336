internal import Synchronization

/// One entry of a catalog: a photo, and what tells it from every other entry.
package struct CatalogEntry: Hashable, Sendable {
  /// The same for as long as the entry is listed, wherever it stands and whatever is known of it.
  package let id: PhotoID
  /// What is known of the photo.
  package let photo: Photo

  /// Makes an entry of its own, even where another one names the same photo.
  package init(_ photo: Photo) {
    self.init(id: PhotoID(), photo: photo)
  }

  /// Makes an entry of which something else is known by now.
  package init(id: PhotoID, photo: Photo) {
    self.id = id
    self.photo = photo
  }
}

/// What tells one entry of a catalog from all others in this process: what is named twice has two.
package struct PhotoID: Hashable, Sendable {
  /// Counted from one in this process: the entries of a listing mostly follow one another.
  package let number: UInt64

  private static let lastNumber = Atomic<UInt64>(0)

  /// Makes an id that no other entry has; callable from any thread.
  package init() {
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Takes one of the ids that have been reserved.
  init(number: UInt64) {
    self.number = number
  }

  /// Reserves so many ids that follow one another; callable from any thread.
  /// - Returns: The number of the first.
  static func reserve(_ count: Int) -> UInt64 {
    lastNumber.wrappingAdd(UInt64(count), ordering: .relaxed).oldValue + 1
  }
}
