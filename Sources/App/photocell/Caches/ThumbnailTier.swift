import Browser
import Caching
import Concurrency
import Glibc
import Thumbnails

/// The thumbnails on disk; those of other programs are counted and never touched.
struct ThumbnailTier: DiskTier {
  let store: ThumbnailStore
  let folder: String?

  var tier: StorageTier { .thumbnails }

  func figures() async -> TierFigures {
    let condition = await condition()
    var figures = TierFigures(tier: tier, folder: folder, condition: condition)
    figures.total.trouble = condition.readingTrouble
    guard condition.readingTrouble == nil else { return figures }
    let found = await WorkQueue.caches.run { store.statistics() }
    figures.parts =
      Self.parts(found.own, "ours") + [.init(name: "failures", usage: CacheUsage(found.failures))]
    figures.total.usage = figures.parts.map(\.usage).sum
    figures.parts += Self.parts(found.foreign, "others'")
    figures.parts.removeAll { $0.usage.count == 0 }
    return figures
  }

  func clear() async -> TierUsage {
    await remove { store in store.clear() }
  }

  func prune() async -> TierUsage {
    await remove { store in store.prune(now: time(nil)) }
  }

  func verify() async -> TierCheck {
    if let trouble = await condition().readingTrouble { return TierCheck(trouble: trouble) }
    let found = await WorkQueue.caches.run { store.verify() }
    return TierCheck(
      checked: found.whole.count + found.broken.count, broken: found.broken.count,
      stray: found.unknown.count)
  }

  private func remove(
    _ removal: @escaping @Sendable (ThumbnailStore) -> ThumbnailAmount
  ) async -> TierUsage {
    if let trouble = await condition().writingTrouble { return TierUsage(trouble: trouble) }
    return TierUsage(CacheUsage(await WorkQueue.caches.run { removal(store) }))
  }

  private static func parts(
    _ amounts: [ThumbnailSize: ThumbnailAmount], _ owner: String
  ) -> [TierFigures.Part] {
    ThumbnailSize.allCases.map { size in
      .init(
        name: "\(owner), \(size.folderName)",
        usage: CacheUsage(amounts[size] ?? ThumbnailAmount()))
    }
  }
}

extension CacheUsage {
  fileprivate init(_ amount: ThumbnailAmount) {
    self.init(cost: amount.byteCount, count: amount.count)
  }
}

extension [CacheUsage] {
  fileprivate var sum: CacheUsage {
    CacheUsage(cost: map(\.cost).reduce(0, +), count: map(\.count).reduce(0, +))
  }
}
