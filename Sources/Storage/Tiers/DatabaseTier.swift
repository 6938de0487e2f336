import Base
package import ExpiringCache
import Glibc

/// A cache with a database that opens its folder on first use.
package protocol DatabaseCache: Sendable {
  static var databaseName: String { get }

  /// The content on disk, in bytes and entries.
  func usage() async -> CacheUsage
  /// Why nothing can be read from disk, in a few words.
  var readingTrouble: String? { get async }
  /// Why nothing can be written to disk, in a few words.
  var writingTrouble: String? { get async }

  /// Removes everything; returns the removed amount.
  func clear() async -> CacheUsage
  /// Removes obsolete entries and those above the budget; returns the removed amount.
  func prune() async -> CacheUsage
  func verify() async -> TierCheck
}

/// Does not make the database to measure it.
package struct DatabaseTier<Cache: DatabaseCache>: DiskTier {
  package let tier: StorageTier
  package let folder: String?
  let cache: Cache
  private let budget: Int

  /// `folder` is the cache's own, `budget` its limit in bytes.
  package init(_ tier: StorageTier, of cache: Cache, in folder: String?, budget: Int) {
    (self.tier, self.cache, self.folder, self.budget) = (tier, cache, folder, budget)
  }

  package func figures() async -> TierFigures {
    let condition = await condition()
    var figures = TierFigures(
      tier: tier, folder: folder, total: TierUsage(budget: budget), condition: condition)
    figures.total.trouble = condition.readingTrouble
    if await hasDatabase(condition) {
      figures.total.usage = await cache.usage()
      figures.total.trouble = await cache.readingTrouble
    }
    return figures
  }

  package func clear() async -> TierUsage { await remove { await cache.clear() } }

  package func prune() async -> TierUsage { await remove { await cache.prune() } }

  package func verify() async -> TierCheck {
    let condition = await condition()
    guard await hasDatabase(condition) else { return TierCheck(trouble: condition.readingTrouble) }
    return await cache.verify()
  }

  private func remove(_ removal: () async -> CacheUsage) async -> TierUsage {
    let condition = await condition()
    guard await hasDatabase(condition), condition.writingTrouble == nil else {
      return TierUsage(trouble: condition.writingTrouble)
    }
    let removed = await removal()
    return TierUsage(removed, trouble: await cache.writingTrouble)
  }

  private func hasDatabase(_ condition: FolderCondition) async -> Bool {
    guard let folder, condition.readingTrouble == nil else { return false }
    return await blocking { unsafe access("\(folder)/\(Cache.databaseName)", F_OK) == 0 }
  }
}

/// The accessibility of a cache folder; checking it creates nothing.
package enum FolderCondition: Hashable, Sendable {
  case writable
  case absent
  case readOnly(String)
  case unusable(String)

  package init(of path: String?) {
    guard let path else {
      self = .unusable("neither XDG_CACHE_HOME nor HOME names a folder")
      return
    }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      self = Self.condition(of: path, status)
    } else if errno == ENOENT {
      self = Self.conditionOfAbsent(path)
    } else {
      self = .unusable(Self.reason)
    }
  }

  /// The reason why nothing can be read, in a few words; nil if the folder does not exist yet.
  package var readingTrouble: String? {
    guard case .unusable(let reason) = self else { return nil }
    return reason
  }

  /// The reason why nothing can be written, in a few words.
  package var writingTrouble: String? {
    switch self {
    case .writable, .absent: nil
    case .readOnly(let reason), .unusable(let reason): reason
    }
  }

  private static func condition(of path: String, _ status: stat) -> Self {
    guard status.st_mode & S_IFMT == S_IFDIR else { return .unusable("not a folder") }
    guard status.st_uid == geteuid() else { return .unusable("the folder belongs to another user") }
    guard unsafe access(path, R_OK | X_OK) == 0 else { return .unusable(reason) }
    return unsafe access(path, W_OK) == 0 ? .writable : .readOnly(reason)
  }

  private static func conditionOfAbsent(_ path: String) -> Self {
    var parent = path[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      let folder = parent.isEmpty ? "/" : String(parent)
      if unsafe access(folder, W_OK | X_OK) == 0 { return .absent }
      if errno != ENOENT || parent.isEmpty { return .unusable(reason) }
    }
    return .unusable("not an absolute path")
  }

  private static var reason: String { "\(SystemError.last)" }
}

package enum CacheFolder {
  package static func path(environment: (String) -> String?) -> String? {
    BaseDirectory.cache.path(environment: environment).map { "\($0)/photocell" }
  }
}
