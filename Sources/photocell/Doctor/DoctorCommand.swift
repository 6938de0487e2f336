import ArgumentParser
import Base
import Storage
import Terminal

struct DoctorCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check terminal, decoders, caches and network.",
    discussion: "Exit code 1 if something is missing.")

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  @OptionGroup var shared: SharedTierOptions

  @MainActor
  func perform(_ log: Log) async throws {
    let tier = try shared.tier()
    let decoders = await DecoderFindings.ofInstalled()
    var caches: [TierFigures] = []
    for tier in Storage.diskTiers() { caches.append(await tier.figures()) }
    var sections = [
      TerminalFindings.ofProcess().section, decoders.sandbox, decoders.decoders, decoders.formats,
      await WebFindings.ofProcess().section, CacheFindings(tiers: caches).section,
    ]
    if let tier { sections.append(await SharedTierFindings.of(tier).section) }
    let diagnosis = Diagnosis(sections: sections)
    try StandardOutput.write(json ? diagnosis.json : diagnosis.table)
    guard diagnosis.isHealthy else { throw ExitCode(1) }
  }
}

struct Diagnosis: Hashable, Sendable {
  struct Section: Hashable, Sendable {
    /// One lower-case word.
    let title: String
    let findings: [Finding]
  }

  let sections: [Section]

  var isHealthy: Bool {
    sections.allSatisfy { $0.findings.allSatisfy { $0.state != .missing } }
  }

  var table: String {
    let width = sections.flatMap(\.findings).map(\.name.count).max() ?? 0
    return sections.map { section in
      "\(section.title)\n" + section.findings.map { line($0, width) }.joined()
    }.joined(separator: "\n")
  }

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
    let value = DisplayText(AddressText.withoutLogins(finding.value))
    return "  \(mark) \(Column.left(finding.name, width))  \(value)\n"
  }

  private func json(_ finding: Finding) -> JSONValue {
    [
      "name": .string(finding.name), "value": .string(AddressText.withoutLogins(finding.value)),
      "state": .string(finding.state.rawValue),
    ]
  }
}

struct Finding: Hashable, Sendable {
  let name: String
  let value: String
  var state = State.fact

  enum State: String, Hashable, Sendable {
    case fact
    case good
    case missing
  }
}
