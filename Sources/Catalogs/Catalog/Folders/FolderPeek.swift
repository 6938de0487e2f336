/// What is seen of a folder from outside.
package struct FolderPeek: Hashable, Sendable {
  /// How many photos are in it itself; a raw file and its picture are one where pairs are joined.
  package var photoCount: Int
  /// How many folders are in it itself.
  package var folderCount: Int
  /// Whether it was not read to its end, and there may be more of both.
  package var hasMore: Bool
  /// Its first photos in natural order, four at most, of as much as was read; where it has none itself, photos of the
  /// folders below, the nearest ones first.
  package var cover: [Photo]
  /// How many photos are in the folders below, where it has none itself: as many as were found with little work.
  package var photoCountBelow: Int
  /// Whether not all folders below were read.
  package var hasMoreBelow: Bool

  /// Takes what was seen; nothing at all, unless it is said otherwise.
  package init(
    photoCount: Int = 0, folderCount: Int = 0, hasMore: Bool = false, cover: [Photo] = [],
    photoCountBelow: Int = 0, hasMoreBelow: Bool = false
  ) {
    self.photoCount = photoCount
    self.folderCount = folderCount
    self.hasMore = hasMore
    self.cover = cover
    self.photoCountBelow = photoCountBelow
    self.hasMoreBelow = hasMoreBelow
  }

  /// So many photos stand for a folder.
  package static let coverLimit = 4
}

extension FolderPeek {
  /// Counts a photo, and keeps it where it is one of the first.
  mutating func add(_ photo: Photo) {
    photoCount += 1
    let isFull = cover.count == Self.coverLimit
    if isFull, let last = cover.last, !NaturalOrder.areInOrder(photo, last) { return }
    if isFull { cover.removeLast() }
    let place = cover.firstIndex { NaturalOrder.areInOrder(photo, $0) } ?? cover.count
    cover.insert(photo, at: place)
  }
}
