import Concurrency
import SharedTier
import Terminal
import Values

/// What the doctor finds about the tier that machines share; a run can do without it.
struct SharedTierFindings {
  let reports: [TierNodeReport]

  /// Asks every node who it is, on a thread that may wait.
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
  /// Tells that line whenever it is asked.
  var telling: @Sendable () -> String { { self.line } }

  /// What the tier has done since the start, in a line: `12 hits, 3 misses, 3 given; shelf:6379 redis 7.0.15`.
  var line: String {
    let reports = reports
    let sum = { (count: (TierNodeReport) -> Int) in reports.reduce(0) { $0 + count($1) } }
    return "\(sum(\.hitCount).grouped) hits, \(sum(\.missCount).grouped) misses, "
      + "\(sum(\.putCount).grouped) given; \(Self.words(on: reports))"
  }

  /// One node by its name, and of several how many are of use and why another is not.
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
