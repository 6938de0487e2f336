package import ExpiringCache
internal import Glibc
package import Storage

/// Thumbnails of other programs are counted, never changed.
package struct ThumbnailDiskTier: DiskTier {
  let store: ThumbnailStore
  /// Absolute path; nil if the environment names none.
  package let folder: String?

  package init(store: ThumbnailStore, folder: String?) {
    (self.store, self.folder) = (store, folder)
  }

  package var tier: StorageTier { .thumbnails }

  package func figures() async -> TierFigures {
    let condition = await condition()
    var figures = TierFigures(tier: tier, folder: folder, condition: condition)
    figures.total.trouble = condition.readingTrouble
    guard condition.readingTrouble == nil else { return figures }
    let found = await blocking { store.statistics() }
    figures.parts = Self.parts(found.own, "ours") + [.init(name: "failures", usage: found.failures)]
    figures.total.usage = figures.parts.map(\.usage).reduce(into: CacheUsage(), +=)
    figures.parts += Self.parts(found.foreign, "others'")
    figures.parts.removeAll { $0.usage.count == 0 }
    return figures
  }

  package func clear() async -> TierUsage { await remove { store in store.clear() } }

  package func prune() async -> TierUsage { await remove { store in store.prune(now: time(nil)) } }

  package func verify() async -> TierCheck {
    if let trouble = await condition().readingTrouble { return TierCheck(trouble: trouble) }
    let found = await blocking { store.verify() }
    return TierCheck(
      checked: found.whole.count + found.broken.count, broken: found.broken.count,
      stray: found.unknown.count)
  }

  private func remove(
    _ removal: @escaping @Sendable (ThumbnailStore) -> CacheUsage
  ) async -> TierUsage {
    if let trouble = await condition().writingTrouble { return TierUsage(trouble: trouble) }
    return TierUsage(await blocking { removal(store) })
  }

  private static func parts(
    _ amounts: [ThumbnailSize: CacheUsage], _ owner: String
  ) -> [TierFigures.Part] {
    ThumbnailSize.allCases.map { size in
      .init(name: "\(owner), \(size.folderName)", usage: amounts[size] ?? CacheUsage())
    }
  }
}

/// Costs are in bytes.
package struct ThumbnailStatistics: Hashable, Sendable {
  package internal(set) var own: [ThumbnailSize: CacheUsage] = [:]
  /// Thumbnails of other programs or of unknown origin.
  package internal(set) var foreign: [ThumbnailSize: CacheUsage] = [:]
  package internal(set) var failures = CacheUsage()
}

package struct ThumbnailVerification: Hashable, Sendable {
  package internal(set) var whole = CacheUsage()
  package internal(set) var broken = CacheUsage()
  /// Files named as thumbnails whose writer is unknown; they stay.
  package internal(set) var unknown = CacheUsage()
}

extension CacheUsage {
  mutating func add(_ entry: ThumbnailEntry) {
    self += CacheUsage(cost: entry.byteCount, count: 1)
  }
}
