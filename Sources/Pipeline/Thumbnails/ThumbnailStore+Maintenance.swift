internal import Glibc
internal import System

/// What `photocell cache` does. Every call looks at every file and blocks for long where there are
/// many. Only what photocell wrote is ever removed, by the key `Software` in each file.
extension ThumbnailStore {
  /// Counts the thumbnails; reads the beginning of every file.
  package func statistics() -> ThumbnailStatistics {
    var statistics = ThumbnailStatistics()
    for size in ThumbnailSize.allCases {
      forEachEntry(of: .size(size)) { entry, _ in
        if entry.isOwn {
          statistics.own[size, default: ThumbnailAmount()].add(entry)
        } else {
          statistics.foreign[size, default: ThumbnailAmount()].add(entry)
        }
      }
    }
    for shelf in failureShelves {
      forEachEntry(of: shelf) { entry, _ in if entry.isOwn { statistics.failures.add(entry) } }
    }
    return statistics
  }

  /// Removes every thumbnail and failure that photocell wrote, of whatever version.
  /// - Returns: What was removed; nothing where the store is private.
  @discardableResult package func clear() -> ThumbnailAmount {
    remove(from: allShelves) { entry, _ in entry.isOwn }
  }

  /// Removes what this version could not decode, so that it is tried again.
  /// - Returns: What was removed; nothing where the store is private.
  @discardableResult package func clearFailures() -> ThumbnailAmount {
    remove(from: [.failures(version: version)]) { entry, _ in entry.isOwn }
  }

  /// Removes what nobody will ask for again: thumbnails of photos that have gone or changed, the
  /// failures of other versions, and unfinished files that are older than an hour.
  ///
  /// Where a photo's whole folder has gone it may be on a disk that is away: such thumbnails stay
  /// until nobody has used them for 30 days.
  /// - Parameter now: Seconds since the beginning of 1970.
  /// - Returns: What was removed, without unfinished files; nothing where the store is private.
  @discardableResult package func prune(now: Int) -> ThumbnailAmount {
    guard !isPrivate else { return ThumbnailAmount() }
    for shelf in allShelves {
      guard let folder = open(shelf) else { continue }
      ThumbnailWriting(in: folder).sweep(at: FileTime(seconds: now))
    }
    let current = ThumbnailShelf.failures(version: version)
    let others = failureShelves.filter { $0 != current }
    var removed = remove(from: sizeShelves + [current]) { entry, _ in
      entry.isOwn && entry.isUseless(at: now)
    }
    removed.add(remove(from: others) { entry, _ in entry.isOwn })
    for shelf in others { removeFolderIfEmpty(shelf) }
    return removed
  }

  /// Reads every byte of what photocell wrote, and removes what is broken.
  package func verify() -> ThumbnailVerification {
    var found = ThumbnailVerification()
    for shelf in allShelves {
      forEachEntry(of: shelf) { entry, folder in
        guard entry.isOwn else {
          if entry.reading == nil { found.unknown.add(entry) }
          return
        }
        guard !entry.isWhole(in: folder) else { return found.whole.add(entry) }
        found.broken.add(entry)
        if !isPrivate { _ = Self.remove(entry, from: folder) }
      }
    }
    return found
  }

  private var sizeShelves: [ThumbnailShelf] { ThumbnailSize.allCases.map { .size($0) } }
  private var allShelves: [ThumbnailShelf] { sizeShelves + failureShelves }

  /// The failures of all versions.
  private var failureShelves: [ThumbnailShelf] {
    let path = place.root.map { $0 + Array("/\(ThumbnailShelf.failureFolder)".utf8) }
    guard let path, let folder = Self.openFolder(path) else { return [] }
    return ThumbnailFolder.names(in: folder).compactMap { name in
      let text = String(decoding: name, as: UTF8.self)
      guard text.hasPrefix(ThumbnailShelf.failurePrefix), text.utf8.elementsEqual(name) else {
        return nil
      }
      return .failures(version: String(text.dropFirst(ThumbnailShelf.failurePrefix.count)))
    }
  }

  private func remove(
    from shelves: [ThumbnailShelf], where isMeant: (ThumbnailEntry, borrowing Descriptor) -> Bool
  ) -> ThumbnailAmount {
    var removed = ThumbnailAmount()
    guard !isPrivate else { return removed }
    for shelf in shelves {
      forEachEntry(of: shelf) { entry, folder in
        if isMeant(entry, folder), Self.remove(entry, from: folder) { removed.add(entry) }
      }
    }
    return removed
  }

  private static func remove(_ entry: ThumbnailEntry, from folder: borrowing Descriptor) -> Bool {
    unsafe unlinkat(folder.number, entry.name.cString, 0) == 0
  }

  private func removeFolderIfEmpty(_ shelf: ThumbnailShelf) {
    guard let root = place.root else { return }
    unsafe rmdir(shelf.path(in: root).cString)
  }

  private func forEachEntry(
    of shelf: ThumbnailShelf, _ body: (ThumbnailEntry, borrowing Descriptor) -> Void
  ) {
    guard let folder = open(shelf) else { return }
    for name in ThumbnailFolder.names(in: folder) {
      if let entry = ThumbnailEntry(named: name, in: folder) { body(entry, folder) }
    }
  }

  private func open(_ shelf: ThumbnailShelf) -> Descriptor? {
    place.root.flatMap { Self.openFolder(shelf.path(in: $0)) }
  }

  private static func openFolder(_ path: [UInt8]) -> Descriptor? {
    Descriptor(opened: unsafe Glibc.open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }
}
