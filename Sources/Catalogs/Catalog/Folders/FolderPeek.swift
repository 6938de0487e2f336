/// A folder preview: counts and cover photos.
package struct FolderPeek: Hashable, Sendable {
  /// Not recursive; a raw file and its picture count once where pairs are joined.
  package var photoCount: Int
  package var folderCount: Int
  /// Whether reading stopped before the end, so that the counts may be too low.
  package var hasMore: Bool
  /// The first photos in natural order, at most `coverLimit`.
  ///
  /// If the folder has none, photos of the nearest folders below.
  package var cover: [Photo]
  /// Photos found below, within limits, if the folder itself has none.
  package var photoCountBelow: Int
  package var hasMoreBelow: Bool

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

  package static let coverLimit = 4
}

extension FolderPeek {
  mutating func add(_ photo: Photo) {
    photoCount += 1
    let isFull = cover.count == Self.coverLimit
    if isFull, let last = cover.last, !NaturalOrder.areInOrder(photo, last) { return }
    if isFull { cover.removeLast() }
    let place = cover.firstIndex { NaturalOrder.areInOrder(photo, $0) } ?? cover.count
    cover.insert(photo, at: place)
  }
}
