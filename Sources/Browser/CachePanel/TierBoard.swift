import Base
import ExpiringCache
import Photos
import Storage

final class TierBoard {
  private(set) var measured: [StorageTier: TierUsage] = [:]

  private let keeper: (any TierKeeping)?
  private let mailbox: Mailbox<BrowserEvent>
  private var measuring: Set<StorageTier> = []
  /// What the clear operations removed, from the first to the last of those that overlapped.
  private var removed: [StorageTier: TierUsage] = [:]
  private var clearing: Set<StorageTier> = []

  init(_ keeper: (any TierKeeping)?, mailbox: Mailbox<BrowserEvent>) {
    self.keeper = keeper
    self.mailbox = mailbox
  }

  /// Untrusted text.
  var sharedTier: String? { keeper?.sharedTier }

  /// Measures a disk tier unless that is already running, as it may walk many files.
  func measure(_ tier: StorageTier) {
    guard let keeper, measuring.insert(tier).inserted else { return }
    keeper.measure(tier) { [mailbox] usage in mailbox.post(.measured(tier, usage)) }
  }

  func take(_ usage: TierUsage, of tier: StorageTier) {
    measuring.remove(tier)
    measured[tier] = usage
  }

  /// For a prompt: `48,211 thumbnails (1.2 GB)`, or without numbers until measured.
  func inWords(_ tier: StorageTier) -> String {
    guard let usage = measured[tier]?.usage else { return "all \(Self.noun(tier))s" }
    return "\(Self.count(usage.count, tier)) (\(ByteCount(usage.cost)))"
  }

  func clear(_ tier: StorageTier) -> StatusMessage {
    if let keeper, beginClearing(tier) {
      keeper.clear(tier) { [mailbox] removed in mailbox.post(.cleared(tier, removed)) }
    }
    return message
  }

  func clearMemory(of grid: GridViewModel) -> StatusMessage {
    _ = beginClearing(.memory)
    return take(removed: TierUsage(grid.forgetAll()), of: .memory)
  }

  func take(removed usage: TierUsage, of tier: StorageTier) -> StatusMessage {
    clearing.remove(tier)
    removed[tier] = usage
    return message
  }

  private func beginClearing(_ tier: StorageTier) -> Bool {
    if clearing.isEmpty { removed = [:] }
    return clearing.insert(tier).inserted
  }

  /// `Deleted 24 thumbnails, 340 kB`, then failures and tiers still being cleared.
  private var message: StatusMessage {
    let tiers = StorageTier.allCases.compactMap { tier in removed[tier].map { (tier, $0) } }
    let gone = tiers.filter { $1.trouble == nil }
      .map { "\(Self.count($1.usage.count, $0)), \(ByteCount($1.usage.cost))" }
    let failures = tiers.compactMap { tier, usage in
      usage.trouble.map { "\(tier.rawValue): \($0)" }
    }
    let rest = StorageTier.allCases.filter(clearing.contains).map(\.rawValue)
    let text =
      ((gone.isEmpty ? [] : ["Deleted " + gone.joined(separator: "; ")]) + failures
      + (rest.isEmpty ? [] : ["deleting \(rest.joined(separator: ", ")) …"]))
      .joined(separator: "; ")
    guard !text.isEmpty else { return StatusMessage("") }
    return StatusMessage(text, !failures.isEmpty ? .error : rest.isEmpty ? .success : .information)
  }

  private static func count(_ count: Int, _ tier: StorageTier) -> String {
    "\(count.grouped) \(noun(tier))\(count == 1 ? "" : "s")"
  }

  private static func noun(_ tier: StorageTier) -> String {
    switch tier {
    case .memory: "image"
    case .thumbnails: "thumbnail"
    case .responses: "response"
    case .index: "record"
    }
  }
}
