import Caching
import Tiers

/// What is known of the tiers on disk, and what is being done with them.
struct TierBoard {
  /// What they held when they were last measured.
  private(set) var measured: [StorageTier: TierUsage] = [:]
  /// The tiers whose measure has not come yet.
  private var awaited: Set<StorageTier> = []
  /// What is being cleared, and what that has come to.
  private(set) var removal = TierRemoval()

  /// Notes that a tier is to be measured; false where that is under way, since a walk over many files
  /// is not done twice.
  mutating func beginMeasuring(_ tier: StorageTier) -> Bool {
    awaited.insert(tier).inserted
  }

  /// Takes the measure of a tier.
  mutating func take(_ usage: TierUsage, of tier: StorageTier) {
    awaited.remove(tier)
    measured[tier] = usage
  }

  /// Notes that a tier is to be cleared; false where that is under way.
  mutating func beginClearing(_ tier: StorageTier) -> Bool {
    if removal.underWay.isEmpty { removal = TierRemoval() }
    return removal.underWay.insert(tier).inserted
  }

  /// Notes what was taken out of a tier.
  mutating func take(removed: TierUsage, of tier: StorageTier) {
    removal.underWay.remove(tier)
    removal.removed[tier] = removed
  }
}
