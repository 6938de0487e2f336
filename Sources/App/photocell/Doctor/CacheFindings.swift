import Caching
import Tiers
import Values

/// What the doctor finds about the caches; a run can do without any of them.
struct CacheFindings {
  /// The tiers on disk.
  let tiers: [TierFigures]

  var section: Diagnosis.Section {
    let memory = Finding(
      name: "memory", value: "up to \(ByteCount(Composition.usualMemory.cost)) in the program")
    return Diagnosis.Section(title: "caches", findings: [memory] + tiers.map(finding))
  }

  private func finding(for tier: TierFigures) -> Finding {
    let trouble = tier.condition?.writingTrouble ?? tier.total.trouble
    let parts = [
      trouble.map { "nothing is kept: \($0)" }, tier.total.trouble == nil ? amount(of: tier) : nil,
      tier.folder.map { "\($0)\(tier.condition == .absent ? ", not made yet" : "")" },
    ]
    return Finding(
      name: tier.tier.rawValue, value: parts.compactMap(\.self).joined(separator: ", "),
      state: trouble == nil ? .good : .fact)
  }

  private func amount(of tier: TierFigures) -> String {
    let (count, bytes) = (tier.total.usage.count, ByteCount(tier.total.usage.cost))
    let budget = tier.total.budget.map { " of \(ByteCount($0))" } ?? ""
    return "\(count) \(count == 1 ? "entry" : "entries"), \(bytes)\(budget)"
  }
}
