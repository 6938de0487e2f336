import Base
import ExpiringCache
import HTTP
import Storage

/// The doctor's findings about the caches; none is required.
struct CacheFindings {
  let tiers: [TierFigures]

  var section: Diagnosis.Section {
    let memory = Finding(
      name: "memory", value: "up to \(ByteCount(Composition.usualMemory.cost)) in the program")
    return Diagnosis.Section(title: "caches", findings: [memory] + tiers.map(finding))
  }

  private func finding(for tier: TierFigures) -> Finding {
    let trouble = tier.condition?.writingTrouble ?? tier.total.trouble
    let parts = [
      trouble.map { "not cached: \($0)" }, tier.total.trouble == nil ? amount(of: tier) : nil,
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

/// The doctor's findings about the web; not required for local files.
struct WebFindings {
  let conditions: [NetworkLibrary: NetworkLibrary.Condition]

  static func ofProcess() async -> WebFindings {
    let conditions = await WorkQueue(label: "doctor").run {
      NetworkLibrary.allCases.map { ($0, $0.load()) }
    }
    return WebFindings(conditions: Dictionary(uniqueKeysWithValues: conditions))
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(title: "web", findings: NetworkLibrary.allCases.map(finding(for:)))
  }

  private func finding(for library: NetworkLibrary) -> Finding {
    switch conditions[library] ?? .missing {
    case .found: Finding(name: library.rawValue, value: library.use, state: .good)
    case .missing: Finding(name: library.rawValue, value: "missing: \(library.loss)")
    case .tooOld: Finding(name: library.rawValue, value: "too old: \(library.loss)")
    }
  }
}

extension NetworkLibrary {
  fileprivate var use: String {
    switch self {
    case .curl: "loads from the web"
    case .idn2: "writes host names in ASCII"
    case .sqlite: "caches responses on disk"
    }
  }

  fileprivate var loss: String {
    switch self {
    case .curl: "nothing is loaded from the web"
    case .idn2: "host names beyond ASCII do not work"
    case .sqlite: "responses are not cached on disk"
    }
  }
}
