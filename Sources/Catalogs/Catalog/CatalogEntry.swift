internal import Synchronization

/// An entry of a catalog: a photo with an identity.
package struct CatalogEntry: Hashable, Sendable {
  /// Stable as long as the entry is listed, even if it moves or its photo changes.
  package let id: PhotoID
  package let photo: Photo

  /// Assigns a new id, even if another entry has the same photo.
  package init(_ photo: Photo) {
    self.init(id: PhotoID(), photo: photo)
  }

  package init(id: PhotoID, photo: Photo) {
    self.id = id
    self.photo = photo
  }
}

/// Identity of an entry in this process; a photo that is listed twice has two.
package struct PhotoID: Hashable, Sendable {
  /// Starts at 1; the entries of a listing mostly have consecutive numbers.
  package let number: UInt64

  private static let lastNumber = Atomic<UInt64>(0)

  /// A new id; callable from any thread.
  package init() {
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  init(number: UInt64) {
    self.number = number
  }

  /// Reserves consecutive ids and returns the first; callable from any thread.
  static func reserve(_ count: Int) -> UInt64 {
    lastNumber.wrappingAdd(UInt64(count), ordering: .relaxed).oldValue + 1
  }
}
