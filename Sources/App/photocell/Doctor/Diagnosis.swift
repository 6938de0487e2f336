import Terminal
import Values

/// Everything that the doctor has found, in sections.
struct Diagnosis: Hashable, Sendable {
  /// Findings that belong together.
  struct Section: Hashable, Sendable {
    /// What they are about, in one lower-case word.
    let title: String
    let findings: [Finding]
  }

  let sections: [Section]

  /// Whether nothing is missing that a default run needs.
  var isHealthy: Bool {
    sections.allSatisfy { $0.findings.allSatisfy { $0.state != .missing } }
  }

  /// A table for people, lines ended.
  var table: String {
    let width = sections.flatMap(\.findings).map(\.name.count).max() ?? 0
    return sections.map { section in
      "\(section.title)\n" + section.findings.map { line($0, width) }.joined()
    }.joined(separator: "\n")
  }

  /// One JSON object (RFC 8259), on one line that is ended.
  var json: String {
    let parts = sections.map { ($0.title, JSONValue.array($0.findings.map(json(_:)))) }
    return "\(JSONValue([("healthy", .bool(isHealthy))] + parts))\n"
  }

  private func line(_ finding: Finding, _ width: Int) -> String {
    let mark =
      switch finding.state {
      case .fact: "   "
      case .good: "ok "
      case .missing: "NO "
      }
    let blanks = String(repeating: " ", count: width - finding.name.count)
    return
      "  \(mark) \(finding.name)\(blanks)  \(DisplayText(AddressText.withoutLogins(finding.value)))\n"
  }

  private func json(_ finding: Finding) -> JSONValue {
    [
      "name": .string(finding.name), "value": .string(AddressText.withoutLogins(finding.value)),
      "state": .string(finding.state.rawValue),
    ]
  }
}

/// One thing that the doctor has looked at.
struct Finding: Hashable, Sendable {
  /// What was looked at.
  let name: String
  /// What was found, in a few words.
  let value: String
  /// What that means.
  var state = State.fact

  /// What a finding means for a default run.
  enum State: String, Hashable, Sendable {
    /// Neither good nor bad.
    case fact
    /// As a default run needs it.
    case good
    /// A default run lacks it.
    case missing
  }
}
