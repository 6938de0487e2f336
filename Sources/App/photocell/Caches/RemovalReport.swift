import Caching
import Tiers
import Values

/// What was taken out of tiers, as lines of text and as JSON.
struct RemovalReport {
  /// What was taken out of one tier.
  struct Removal {
    let tier: StorageTier
    let removed: TierUsage

    init(_ tier: StorageTier, _ removed: TierUsage) {
      self.tier = tier
      self.removed = removed
    }
  }

  let removals: [Removal]

  /// The tiers that refused, with the reason.
  var troubles: [(StorageTier, String)] {
    removals.compactMap { removal in removal.removed.trouble.map { (removal.tier, $0) } }
  }

  /// A line for each tier.
  var table: String {
    let rows = removals.map { removal in
      let usage = removal.removed.usage
      return [removal.tier.rawValue, "\(usage.count)", "\(ByteCount(usage.cost))"]
    }
    return TextTable(leftColumns: 1, rows: [["removed", "entries", "bytes"]] + rows).text
  }

  /// One JSON object with a member for each tier, on one line that is ended.
  var json: String {
    let members = removals.map { removal in
      let error = removal.removed.trouble.map { [("error", JSONValue.string($0))] } ?? []
      return (
        removal.tier.rawValue,
        JSONValue(JSONValue.members(of: removal.removed.usage) + error)
      )
    }
    return "\(JSONValue(members))\n"
  }
}
