package import Values

/// A folder that was asked for, read to its end, and in which there is no photo.
package struct BareFolder: Hashable, Sendable {
  /// The folder as it was asked for.
  package let path: ByteString
  /// How many folders are in it, at any depth where those were read as well.
  package let subfolderCount: Int
  /// Whether the folders in it were read.
  package let isRecursive: Bool
  /// Whether there is nothing else in it, hidden entries aside.
  package let isEmpty: Bool

  /// Takes what was found.
  package init(
    path: ByteString, subfolderCount: Int = 0, isRecursive: Bool = false, isEmpty: Bool = false
  ) {
    self.path = path
    self.subfolderCount = subfolderCount
    self.isRecursive = isRecursive
    self.isEmpty = isEmpty
  }

  /// Whether there may be photos in the folders inside, which nobody has read.
  package var mayHoldMore: Bool { subfolderCount > 0 && !isRecursive }
}

/// What is met in a folder, for as long as no photo is.
struct FolderFindings {
  private var hasPhotos = false
  private var isWhole = true
  private var entryCount = 0
  private var subfolderCount = 0

  /// Notes one step of the reading.
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

  /// The folder that was read, if no photo is in it and nothing kept the rest of it back.
  func bareFolder(_ path: ByteString, isRecursive: Bool) -> BareFolder? {
    guard !hasPhotos, isWhole else { return nil }
    return BareFolder(
      path: path, subfolderCount: subfolderCount, isRecursive: isRecursive,
      isEmpty: entryCount == 0)
  }
}
