internal import Base
package import ExpiringCache
internal import Glibc

extension PhotoIndex {
  /// How long a folder that is not there is remembered, in seconds: disks are taken away and come back.
  private static let patience = 90 * 86_400

  /// What lies on disk, in bytes and in files and objects that are known.
  func usage() -> CacheUsage {
    let count = attempt { database throws(CacheError) in try database.count() }
    return isOnDisk
      ? CacheUsage(cost: diskByteCount, count: count ?? 0) : CacheUsage(cost: 0, count: 0)
  }

  /// Removes the folders and listings that were not used for the longest time above a limit in bytes, but for one
  /// listing.
  func trim(to limit: Int, sparing listing: Int64? = nil) async {
    let removeSome = { (database: IndexDatabase) throws(CacheError) -> Bool in
      guard try database.usedByteCount() > limit else { return false }
      return try database.removeOldest(sparing: listing)
    }
    while attempt(removeSome) == true { await Task.yield() }
  }

  /// Forgets everything, and returns what lay on disk, in bytes and files.
  @discardableResult
  package func clear() async -> CacheUsage {
    let before = usage()
    while attempt({ database throws(CacheError) in try database.removeOldest() }) == true {
      await Task.yield()
    }
    _ = attempt { database throws(CacheError) in try database.shrink() }
    return before
  }

  /// Forgets the files that have gone from folders that are there, the folders that have not been there or
  /// used for a long time, the lists that were not, and what exceeds the budget.
  /// - Parameter now: The seconds since 1970.
  /// - Returns: What went, in bytes and files.
  @discardableResult
  package func prune(now: Int) async -> CacheUsage {
    let before = usage()
    let folders = attempt { database throws(CacheError) in try database.folders() } ?? []
    for folder in folders {
      let present = Self.names(in: folder.path)
      guard present != nil || folder.used < now - Self.patience else { continue }
      _ = attempt { database throws(CacheError) in
        let gone = try database.names(in: folder.id).filter { present?.contains($0) != true }
        try database.remove(gone, from: folder.id)
      }
      await Task.yield()
    }
    _ = attempt { database throws(CacheError) in
      try database.removeListings(unusedSince: now - Self.patience)
    }
    await removeAbandonedListings()
    await trim(to: budget)
    _ = attempt { database throws(CacheError) in try database.shrink() }
    let after = usage()
    return CacheUsage(
      cost: max(0, before.cost - after.cost), count: max(0, before.count - after.count))
  }

  /// The names of what lies in a folder; nil where that cannot be read.
  private static func names(in path: [UInt8]) -> Set<[UInt8]>? {
    guard let folder = DeepPath.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
      var stream = try? DirectoryStream(reading: folder)
    else { return nil }
    var names: Set<[UInt8]> = []
    do throws(SystemError) {
      while let entry = try stream.next() { names.insert(entry.name.bytes) }
      return names
    } catch {
      return nil
    }
  }

  /// Has SQLite check the whole index; one that is not sound is made anew.
  /// - Returns: How many files are known, and how many indexes were broken, whenever that was found.
  func verify() -> (checked: Int, broken: Int) {
    // Damage that is found by this makes it anew as well.
    _ = attempt { database throws(CacheError) in
      guard try database.isSound() else { throw .damaged }
    }
    let count = attempt { database throws(CacheError) in try database.count() }
    defer { lostDatabases = 0 }
    return (isOnDisk ? count ?? 0 : 0, lostDatabases)
  }
}
