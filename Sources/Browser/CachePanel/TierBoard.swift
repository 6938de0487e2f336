import Base
import ExpiringCache
import Photos
import Storage
import Terminal

/// The measured usage of the disk tiers, and the state of running clear operations.
final class TierBoard {
  private(set) var measured: [StorageTier: TierUsage] = [:]

  private let keeper: (any TierKeeping)?
  private let mailbox: Mailbox<BrowserEvent>
  private var awaited: Set<StorageTier> = []
  private var removal = TierRemoval()

  init(_ keeper: (any TierKeeping)?, mailbox: Mailbox<BrowserEvent>) {
    self.keeper = keeper
    self.mailbox = mailbox
  }

  var sharedTier: DisplayText? { keeper?.sharedTier.map { DisplayText($0) } }

  /// Measures a disk tier unless that is already running, as it may walk many files.
  func measure(_ tier: StorageTier) {
    guard let keeper, awaited.insert(tier).inserted else { return }
    keeper.measure(tier) { [mailbox] usage in mailbox.post(.measured(tier, usage)) }
  }

  func take(_ usage: TierUsage, of tier: StorageTier) {
    awaited.remove(tier)
    measured[tier] = usage
  }

  /// For a prompt: `48,211 thumbnails (1.2 GB)`, or without numbers until measured.
  func measure(inWords tier: StorageTier) -> String {
    guard let usage = measured[tier]?.usage else { return "all \(TierRemoval.noun(tier))s" }
    let count = TierRemoval.count(usage.count, tier)
    return "\(count) (\(ByteCount(usage.cost)))"
  }

  /// Clears a disk tier unless that is running; returns the status message.
  func clear(_ tier: StorageTier) -> String {
    if let keeper, beginClearing(tier) {
      keeper.clear(tier) { [mailbox] removed in mailbox.post(.cleared(tier, removed)) }
    }
    return removal.description
  }

  /// Clears memory except what is on screen; returns the status message.
  func clearMemory(of grid: GridViewModel) -> String {
    _ = beginClearing(.memory)
    return take(removed: TierUsage(grid.forgetAll()), of: .memory)
  }

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

struct TierRemoval: CustomStringConvertible {
  var removed: [StorageTier: TierUsage] = [:]
  var underWay: Set<StorageTier> = []

  /// `removed 24 thumbnails, 340 kB`, then failures and tiers still being cleared.
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

  static func count(_ count: Int, _ tier: StorageTier) -> String {
    "\(count.grouped) \(noun(tier))\(count == 1 ? "" : "s")"
  }

  static func noun(_ tier: StorageTier) -> String {
    switch tier {
    case .memory: "picture"
    case .thumbnails: "thumbnail"
    case .responses: "response"
    case .index: "record"
    }
  }
}
