import Base
import SharedTier

/// The doctor's findings about the shared tier; a run does not need it.
struct SharedTierFindings {
  let reports: [TierNodeReport]

  static func of(_ tier: SharedTier) async -> SharedTierFindings {
    await WorkQueue(label: "doctor").run {
      tier.greet()
      return SharedTierFindings(reports: tier.reports)
    }
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(
      title: "shared tier",
      findings: reports.map { report in
        if case .connected = report.condition {
          return Finding(name: report.name, value: report.text, state: .good)
        }
        return Finding(name: report.name, value: "not used: \(report.text)")
      })
  }
}

extension SharedTier {
  /// Totals since the start: `12 hits, 3 misses, 3 given; shelf:6379 redis 7.0.15`.
  var line: String {
    let reports = reports
    let sum = { (count: (TierNodeReport) -> Int) in reports.reduce(0) { $0 + count($1) } }
    return "\(sum(\.figures.hitCount).grouped) hits, \(sum(\.figures.missCount).grouped) misses, "
      + "\(sum(\.figures.putCount).grouped) given; \(Self.words(on: reports))"
  }

  /// A single node's state; for several, the number connected and the first that is not.
  private static func words(on reports: [TierNodeReport]) -> String {
    let others = reports.filter { report in
      if case .connected = report.condition { false } else { true }
    }
    guard let first = reports.count == 1 ? reports.first : others.first else {
      return "\(reports.count) nodes, all connected"
    }
    let node = "\(first.name) \(first.text)"
    guard reports.count > 1 else { return node }
    return "\(reports.count - others.count) of \(reports.count) nodes connected; \(node)"
  }
}
