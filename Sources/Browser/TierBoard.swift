/// What is known of the tiers on disk, and what is being done with them.
struct TierBoard {
  /// What they held when they were last measured.
  private(set) var measured: [StorageTier: TierUsage] = [:]
  /// The tiers whose measure has not come yet.
  private var awaited: Set<StorageTier> = []
  /// The tiers that are being cleared.
  private var clearing: Set<StorageTier> = []

  /// Tells whether there is any use in measuring now: a walk over many files is not done twice.
  var mayMeasure: Bool { awaited.isEmpty }

  /// Notes that every tier is going to be measured.
  mutating func beginMeasuring() {
    awaited = [.thumbnails, .responses]
  }

  /// Takes the measure of a tier.
  mutating func take(_ usage: TierUsage, of tier: StorageTier) {
    awaited.remove(tier)
    measured[tier] = usage
  }

  /// Notes that tiers are going to be cleared, and returns those that are not already.
  mutating func beginClearing(_ tiers: Set<StorageTier>) -> Set<StorageTier> {
    let others = tiers.subtracting(clearing)
    clearing.formUnion(others)
    return others
  }

  /// Notes that tiers have been cleared.
  mutating func endClearing(_ tiers: some Sequence<StorageTier>) {
    clearing.subtract(tiers)
  }
}
