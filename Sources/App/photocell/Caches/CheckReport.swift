import Tiers
import Values

/// What came of reading tiers, as lines of text and as JSON.
struct CheckReport {
  /// What came of reading one tier.
  struct Check {
    let tier: StorageTier
    let found: TierCheck

    init(_ tier: StorageTier, _ found: TierCheck) {
      self.tier = tier
      self.found = found
    }
  }

  let checks: [Check]

  /// Tells whether nothing was broken.
  var isWhole: Bool { checks.allSatisfy { $0.found.broken == 0 } }

  /// The tiers that could not be read, with the reason.
  var troubles: [(StorageTier, String)] {
    checks.compactMap { check in check.found.trouble.map { (check.tier, $0) } }
  }

  /// A line for each tier.
  var table: String {
    let rows = checks.map { check in
      let found = check.found
      return [check.tier.rawValue, "\(found.checked)", "\(found.broken)", "\(found.stray)"]
    }
    return TextTable(
      leftColumns: 1, rows: [["verified", "checked", "broken", "stray"]] + rows
    ).text
  }

  /// One JSON object with a member for each tier, on one line that is ended.
  var json: String {
    let members = checks.map { check in
      let found = check.found
      let error = found.trouble.map { [("error", JSONValue.string($0))] } ?? []
      let numbers = [
        ("checked", JSONValue(found.checked)), ("broken", JSONValue(found.broken)),
        ("stray", JSONValue(found.stray)),
      ]
      return (check.tier.rawValue, JSONValue(numbers + error))
    }
    return "\(JSONValue(members))\n"
  }
}
