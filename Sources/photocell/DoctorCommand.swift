import ArgumentParser
import Base
import Catalogs
import DecoderProtocol
import ExpiringCache
import Glibc
import HTTP
import ImagePipeline
import Imaging
import Photos
import SharedTier
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
      await PlaceFindings.ofInstalled().section,
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

  var isHealthy: Bool { sections.allSatisfy { $0.findings.allSatisfy { $0.state != .missing } } }

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
    case fact, good, missing
  }
}

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

/// The doctor's finding about names of places; not required.
struct PlaceFindings {
  let gazetteer: Gazetteer.State

  static func ofInstalled() async -> PlaceFindings {
    await WorkQueue(label: "doctor").run { PlaceFindings(gazetteer: Storage.gazetteer.state) }
  }

  var section: Diagnosis.Section {
    let finding =
      switch gazetteer {
      case .ready(let table):
        Finding(name: "gazetteer", value: "\(table.count.grouped) towns of GeoNames", state: .good)
      case .missing: Finding(name: "gazetteer", value: "missing: \(Self.loss)")
      case .damaged: Finding(name: "gazetteer", value: "damaged: \(Self.loss)")
      }
    return Diagnosis.Section(title: "places", findings: [finding])
  }

  private static let loss = "positions have no names; install photocell again"
}

struct DecoderFindings {
  let statuses: [DecoderStatus]
  /// Shared libraries that a decoder needs and the system lacks.
  var missingLibraries: [DecoderRole: [String]] = [:]
  /// Videos are not required.
  var hasVideoLibraries = VideoLibraries.areInstalled

  static func ofInstalled() async -> DecoderFindings {
    let statuses = await DecoderClient(programs: .installed()).statuses()
    let dead = statuses.filter { $0.state == .unavailable }
    let missing = await WorkQueue(label: "doctor").run {
      dead.map { ($0.role, $0.path.map(MissingLibraries.of) ?? []) }
    }
    return DecoderFindings(
      statuses: statuses, missingLibraries: Dictionary(uniqueKeysWithValues: missing))
  }

  /// Each part is tested in a child of every decoder.
  var sandbox: Diagnosis.Section {
    Diagnosis.Section(title: "sandbox", findings: SandboxPart.allCases.map(finding(for:)))
  }

  var decoders: Diagnosis.Section {
    Diagnosis.Section(title: "decoders", findings: statuses.map(finding(for:)))
  }

  var formats: Diagnosis.Section {
    Diagnosis.Section(
      title: "formats",
      findings: PictureFormat.readable.map { format in
        let isVideo = format.isVideo
        let format = format.descriptor
        guard !isVideo || hasVideoLibraries else {
          let packages = VideoLibraries.packages.joined(separator: " ")
          return Finding(name: format.name, value: "not listed; install \(packages)")
        }
        let isThere = statuses.contains { $0.role == format.decoder && $0.isRunning }
        return Finding(
          name: format.name, value: isThere ? format.library : "no decoder",
          state: isThere ? .good : isVideo ? .fact : .missing)
      })
  }

  private func finding(for part: SandboxPart) -> Finding {
    let running = statuses.filter(\.isRunning)
    let lacking = running.filter { !$0.holds(part) }.map(\.role.rawValue)
    if running.isEmpty { return Finding(name: "\(part)", value: "not tried", state: .missing) }
    return lacking.isEmpty
      ? Finding(name: "\(part)", value: "enforced", state: .good)
      : Finding(
        name: "\(part)", value: "not enforced: \(lacking.joined(separator: ", "))", state: .missing)
  }

  private func finding(for status: DecoderStatus) -> Finding {
    switch status.state {
    case .notInstalled: Finding(name: status.role.rawValue, value: "not installed", state: .missing)
    case .unavailable:
      Finding(name: status.role.rawValue, value: obstacle(of: status.role), state: .missing)
    case .running(_, let startUpTime, _):
      Finding(
        name: status.role.rawValue, value: "ready in \(startUpTime.milliseconds) ms", state: .good)
    }
  }

  private func obstacle(of role: DecoderRole) -> String {
    guard let names = missingLibraries[role], !names.isEmpty else { return "does not start" }
    return "does not start: \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are")"
      + " not installed, or in another version; install the package made for this release"
  }
}

extension DecoderStatus {
  fileprivate var isRunning: Bool {
    if case .running = state { true } else { false }
  }

  fileprivate func holds(_ part: SandboxPart) -> Bool {
    guard case .running(_, _, let sandbox) = state else { return false }
    return sandbox.contains(part)
  }
}

extension PictureFormat {
  static let readable = allCases.filter { $0.descriptor.decoder != nil }
}

struct TerminalFindings {
  let term: String?
  let isTerminal: Bool
  let capabilities: TerminalCapabilities
  let obstacle: TerminalError?
  let notice: String?

  /// Queries the terminal of this process and stores its answers for later runs behind pipes; takes
  /// a second if it does not answer.
  @MainActor
  static func ofProcess() -> TerminalFindings {
    let probe = TerminalProbe()
    let capabilities = TerminalCapabilities(
      environment: .ofProcess, answers: probe.answers, window: probe.window)
    KnownTerminals.ofUser?.note(capabilities, in: .ofProcess)
    return TerminalFindings(
      term: Storage.variable("TERM"), isTerminal: CursesSession.hasTerminal,
      capabilities: capabilities,
      obstacle: probe.obstacle, notice: probe.notice)
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(
      title: "terminal",
      findings: [
        Finding(name: "TERM", value: term ?? "not set"), device,
        Finding(name: "name", value: answers.version ?? "unknown"),
        Finding(name: "colours", value: colors),
        Finding(
          name: "symbols",
          value: "\(capabilities.symbols.value.rawValue): \(capabilities.symbols.source)"),
        Finding(
          name: "links",
          value:
            "\(capabilities.hyperlinks.value ? "yes" : "no"): \(capabilities.hyperlinks.source)"),
        Finding(name: "pictures", value: pictures),
        Finding(name: "kitty pictures", value: word(for: answers.takesKittyPictures)),
        Finding(name: "shared memory", value: word(for: answers.readsSharedMemory)),
        Finding(name: "sixel", value: sixel),
      ] + outer + [
        Finding(
          name: "size",
          value: capabilities.window.map { "\($0.cells) character cells" } ?? "unknown"),
        Finding(name: "cell", value: cell), Finding(name: "cell aspect", value: cellAspect),
      ])
  }

  /// A missing terminal is not a problem, as a sheet needs none.
  private var device: Finding {
    guard isTerminal else { return Finding(name: "terminal", value: "not a terminal") }
    guard let obstacle else {
      return Finding(name: "terminal", value: notice ?? "keyboard and screen", state: .good)
    }
    return Finding(name: "terminal", value: "\(obstacle)", state: .missing)
  }

  private var cell: String {
    guard let cell = capabilities.knownCell else {
      return "unknown; assuming \(TerminalCapabilities.usualCell) pixels"
    }
    return "\(cell.value) pixels: \(cell.source)"
  }

  private var cellAspect: String {
    let hundredths = Int((capabilities.cellAspect * 100).rounded())
    return "\(hundredths / 100).\((hundredths % 100).zeroPadded(to: 2))"
  }

  private var colors: String {
    let colors = capabilities.colors
    let reason = "\(colors.value.rawValue): \(colors.source)"
    switch colors.source {
    case .variable("TERM", _): return "\(reason); \(answered)"
    default: return reason
    }
  }

  private var answered: String {
    switch (answers.progress, answers.keepsExactColors) {
    case (_, false?): "the terminal rounds colours"
    case (_, true?): "the terminal keeps exact colours"
    case (let progress, nil): "\(progress)"
    }
  }

  private var answers: TerminalAnswers { capabilities.answers }

  /// Suggests symbols even if a protocol was detected, as a terminal may misreport its abilities.
  private var pictures: String {
    let images = capabilities.images
    let reason = "\(images.value.rawValue): \(images.source)"
    let help =
      images.value == .symbols
      ? capabilities.advice : "use --images symbols if images do not appear"
    return help.map { "\(reason); \($0)" } ?? reason
  }

  private var sixel: String {
    guard answers.progress == .complete else { return "\(answers.progress)" }
    guard answers.hasSixel else { return "no: \(CapabilitySource.answer)" }
    return answers.sixelLimit.map { "yes, \($0) pixels at most: \(CapabilitySource.answer)" }
      ?? "yes: \(CapabilitySource.answer)"
  }

  private var outer: [Finding] {
    guard let outer = answers.outer else { return [] }
    let name = outer.version ?? "unnamed terminal"
    let pictures = outer.takesKittyPictures == true ? "with" : "without"
    let value =
      outer.progress == .complete ? "\(name), \(pictures) kitty pictures" : "\(outer.progress)"
    return [Finding(name: "outside tmux", value: value)]
  }

  private func word(for answer: Bool?) -> String {
    switch answer {
    case true?: "yes: \(CapabilitySource.answer)"
    case false?: "no: \(CapabilitySource.answer)"
    case nil: "no: \(answers.progress)"
    }
  }
}

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
