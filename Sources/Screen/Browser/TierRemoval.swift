import Caching
import Tiers
import Values

/// What was taken out of tiers, as the status line says it.
struct TierRemoval: CustomStringConvertible {
  /// What went, or why nothing did.
  var removed: [StorageTier: TierUsage] = [:]
  /// The tiers that are still being cleared.
  var underWay: Set<StorageTier> = []

  /// `removed 24 thumbnails, 340 kB`, which tiers refused, and which are not done yet.
  var description: String {
    let tiers = StorageTier.allCases.compactMap { tier in removed[tier].map { (tier, $0) } }
    let gone = tiers.filter { $0.1.trouble == nil }.map { Self.amount($0, $1.usage) }
    let refusals = tiers.compactMap { tier, usage in
      usage.trouble.map { "\(tier.rawValue) stay: \($0)" }
    }
    let rest = StorageTier.allCases.filter(underWay.contains).map(\.rawValue)
    return
      [
        gone.isEmpty ? [] : ["removed " + gone.joined(separator: "; ")], refusals,
        rest.isEmpty ? [] : ["removing \(rest.joined(separator: ", ")) …"],
      ].flatMap(\.self).joined(separator: "; ")
  }

  private static func amount(_ tier: StorageTier, _ usage: CacheUsage) -> String {
    "\(usage.count) \(noun(tier))\(usage.count == 1 ? "" : "s"), \(ByteCount(usage.cost))"
  }

  private static func noun(_ tier: StorageTier) -> String {
    switch tier {
    case .memory: "picture"
    case .thumbnails: "thumbnail"
    case .responses: "response"
    }
  }
}
