import ExpiringCache
import Grid
import Terminal
import Tiers
import Values

/// What is known of the tiers, and what is being done with those on disk.
final class TierBoard {
  /// What those on disk held when they were last measured.
  private(set) var measured: [StorageTier: TierUsage] = [:]

  private let keeper: (any TierKeeping)?
  private let mailbox: Mailbox<BrowserEvent>
  /// The tiers whose measure has not come yet.
  private var awaited: Set<StorageTier> = []
  /// What is being cleared, and what that has come to.
  private var removal = TierRemoval()

  /// Makes a board of which nothing is known.
  /// - Parameters:
  ///   - keeper: What looks after the tiers on disk; nil where there are none.
  ///   - mailbox: Where its answers are posted, since they may take long.
  init(_ keeper: (any TierKeeping)?, mailbox: Mailbox<BrowserEvent>) {
    self.keeper = keeper
    self.mailbox = mailbox
  }

  /// What is to be said of the tier that machines share; nil where there is none.
  var sharedTier: DisplayText? { keeper?.sharedTier.map { DisplayText($0) } }

  /// Has a tier on disk measured, unless that is under way: a walk over many files is not done twice.
  func measure(_ tier: StorageTier) {
    guard let keeper, awaited.insert(tier).inserted else { return }
    keeper.measure(tier) { [mailbox] usage in mailbox.post(.measured(tier, usage)) }
  }

  /// Takes the measure of a tier.
  func take(_ usage: TierUsage, of tier: StorageTier) {
    awaited.remove(tier)
    measured[tier] = usage
  }

  /// What a tier on disk holds, as a question puts it: `48,211 thumbnails (1.2 GB)`, or less where
  /// that is not known yet.
  func measure(inWords tier: StorageTier) -> String {
    guard let usage = measured[tier]?.usage else { return "all \(TierRemoval.noun(tier))s" }
    let count = TierRemoval.count(usage.count, tier)
    return "\(count) (\(ByteCount(usage.cost)))"
  }

  /// Has a tier on disk emptied, unless that is under way.
  /// - Returns: What is being removed, and what has gone already.
  func clear(_ tier: StorageTier) -> String {
    if let keeper, beginClearing(tier) {
      keeper.clear(tier) { [mailbox] removed in mailbox.post(.cleared(tier, removed)) }
    }
    return removal.description
  }

  /// Empties memory at once; what is on the screen stays there.
  /// - Returns: What went, and what is still being removed.
  func clearMemory(of grid: GridViewModel) -> String {
    _ = beginClearing(.memory)
    return take(removed: TierUsage(grid.forgetAll()), of: .memory)
  }

  /// Notes what was taken out of a tier.
  /// - Returns: What has gone, and what is still being removed.
  func take(removed: TierUsage, of tier: StorageTier) -> String {
    removal.underWay.remove(tier)
    removal.removed[tier] = removed
    return removal.description
  }

  private func beginClearing(_ tier: StorageTier) -> Bool {
    if removal.underWay.isEmpty { removal = TierRemoval() }
    return removal.underWay.insert(tier).inserted
  }
}

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
    "\(count(usage.count, tier)), \(ByteCount(usage.cost))"
  }

  /// So many entries of a tier, in groups of thousands: `48,211 thumbnails`.
  static func count(_ count: Int, _ tier: StorageTier) -> String {
    "\(count.grouped) \(noun(tier))\(count == 1 ? "" : "s")"
  }

  /// What an entry of a tier is called.
  static func noun(_ tier: StorageTier) -> String {
    switch tier {
    case .memory: "picture"
    case .thumbnails: "thumbnail"
    case .responses: "response"
    case .index: "record"
    }
  }
}
