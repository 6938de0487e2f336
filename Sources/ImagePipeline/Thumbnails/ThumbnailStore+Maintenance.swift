internal import Base
internal import Glibc

/// Maintenance for `photocell cache`; every call reads every file and may block for long.
///
/// Only files that photocell wrote are removed, by the key `Software` in each.
extension ThumbnailStore {
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

  /// Removes what any version of photocell wrote; nothing if the store is private.
  @discardableResult package func clear() -> ThumbnailAmount {
    remove(from: allShelves) { entry, _ in entry.isOwn }
  }

  @discardableResult package func clearFailures() -> ThumbnailAmount {
    remove(from: [.failures(version: version)]) { entry, _ in entry.isOwn }
  }

  /// Removes thumbnails of photos that are gone or changed, failures of other versions, and
  /// unfinished files older than an hour.
  ///
  /// If a photo's whole directory is gone, it may be on a disk that is not mounted: such thumbnails
  /// stay until they are unused for 30 days. `now` is in seconds since 1970; the result excludes
  /// unfinished files.
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
