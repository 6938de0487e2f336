package import Base

/// A folder given by the user that was read to its end and has no photos.
package struct BareFolder: Hashable, Sendable {
  package let path: ByteString
  /// At any depth if `isRecursive`.
  package let subfolderCount: Int
  package let isRecursive: Bool
  /// Whether it has no entries at all, except hidden ones.
  package let isEmpty: Bool

  package init(
    path: ByteString, subfolderCount: Int = 0, isRecursive: Bool = false, isEmpty: Bool = false
  ) {
    self.path = path
    self.subfolderCount = subfolderCount
    self.isRecursive = isRecursive
    self.isEmpty = isEmpty
  }

  /// Whether unread subfolders may have photos.
  package var mayHoldMore: Bool { subfolderCount > 0 && !isRecursive }
}

/// Collects what is in a folder to describe it if it has no photos.
struct FolderFindings {
  private var hasPhotos = false
  private var isWhole = true
  private var entryCount = 0
  private var subfolderCount = 0

  mutating func note(_ event: FolderEvent) {
    switch event {
    case .photo: hasPhotos = true
    case .subfolder:
      subfolderCount += 1
      entryCount += 1
    case .other, .skipped: entryCount += 1
    case .folderEnd(let error): isWhole = isWhole && error == nil
    case .folderBegin, .ignored: break
    }
  }

  /// Nil if there is a photo or an error stopped the reading.
  func bareFolder(_ path: ByteString, isRecursive: Bool) -> BareFolder? {
    guard !hasPhotos, isWhole else { return nil }
    return BareFolder(
      path: path, subfolderCount: subfolderCount, isRecursive: isRecursive,
      isEmpty: entryCount == 0)
  }
}
