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
    commandName: "doctor", abstract: "Check terminal, decoders, caches, network and configuration.",
    discussion: "Exit code 1 if something is missing or the configuration has errors.")

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  @OptionGroup var shared: SharedTierOptions

  @MainActor
  func perform(_ log: Log) async throws {
    let tier = try shared.tier()
    let decoders = await DecoderFindings.ofInstalled()
    var caches: [TierFigures] = []
    for tier in Storage.diskTiers() { caches.append(await tier.figures()) }
    let (web, places) = await WorkQueue(label: "doctor").run {
      (NetworkLibrary.conditions, Storage.gazetteer.state)
    }
    var sections = [
      TerminalFindings.ofProcess().section, decoders.sandbox, decoders.decoders, decoders.formats,
      .web(web), .caches(caches), .places(places), .configuration(.ofUser),
    ]
    if let tier { sections.append(.sharedTier(await tier.reportsOfNow())) }
    let diagnosis = Diagnosis(sections: sections)
    try StandardOutput.write(json ? diagnosis.json : diagnosis.table)
    guard diagnosis.isHealthy else { throw ExitCode(1) }
  }
}

struct Diagnosis: Hashable, Sendable {
  struct Section: Hashable, Sendable {
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
  let state: State

  enum State: String, Hashable, Sendable {
    case fact, good, missing
  }

  init(_ name: String, _ value: String, _ state: State = .fact) {
    (self.name, self.value, self.state) = (name, value, state)
  }
}

/// Nothing in these sections is required.
extension Diagnosis.Section {
  static func caches(_ tiers: [TierFigures]) -> Self {
    let memory = "up to \(ByteCount(Composition.usualMemory.cost)) in the program"
    return Self(
      title: "caches",
      findings: [Finding("memory", memory)]
        + tiers.map { tier in
          let trouble = tier.condition?.writingTrouble ?? tier.total.trouble
          let parts = [
            trouble.map { "not cached: \($0)" },
            tier.total.trouble == nil ? amount(of: tier) : nil,
            tier.folder.map { "\($0)\(tier.condition == .absent ? ", not made yet" : "")" },
          ]
          return Finding(
            tier.tier.rawValue, parts.compactMap(\.self).joined(separator: ", "),
            trouble == nil ? .good : .fact)
        })
  }

  private static func amount(of tier: TierFigures) -> String {
    let (count, bytes) = (tier.total.usage.count, ByteCount(tier.total.usage.cost))
    let budget = tier.total.budget.map { " of \(ByteCount($0))" } ?? ""
    return "\(count) \(count == 1 ? "entry" : "entries"), \(bytes)\(budget)"
  }

  static func web(_ conditions: [NetworkLibrary: NetworkLibrary.Condition]) -> Self {
    Self(
      title: "web",
      findings: NetworkLibrary.allCases.map { library in
        let (use, loss) = library.useAndLoss
        return switch conditions[library] ?? .missing {
        case .found: Finding(library.rawValue, use, .good)
        case .missing: Finding(library.rawValue, "missing: \(loss)")
        case .tooOld: Finding(library.rawValue, "too old: \(loss)")
        }
      })
  }

  static func places(_ gazetteer: Gazetteer.State) -> Self {
    let loss = "positions have no names; install photocell again"
    let finding =
      switch gazetteer {
      case .ready(let table):
        Finding("gazetteer", "\(table.count.grouped) towns of GeoNames", .good)
      case .missing: Finding("gazetteer", "missing: \(loss)")
      case .damaged: Finding("gazetteer", "damaged: \(loss)")
      }
    return Self(title: "places", findings: [finding])
  }

  static func configuration(_ configuration: UserConfiguration) -> Self {
    let (count, path) = (configuration.allProblems.count, configuration.path ?? "none")
    let errors = "\(count) \(count == 1 ? "error" : "errors"), see photocell config check"
    let finding =
      count == 0 ? Finding("file", path, .good) : Finding("file", "\(path): \(errors)", .missing)
    return Self(title: "configuration", findings: [finding])
  }

  static func sharedTier(_ reports: [TierNodeReport]) -> Self {
    Self(
      title: "shared tier",
      findings: reports.map { report in
        report.isConnected
          ? Finding(report.name, report.text, .good)
          : Finding(report.name, "not used: \(report.text)")
      })
  }
}

extension NetworkLibrary {
  /// Blocks.
  static var conditions: [NetworkLibrary: Condition] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.load()) })
  }

  fileprivate var useAndLoss: (String, String) {
    switch self {
    case .curl: ("loads from the web", "nothing is loaded from the web")
    case .idn2: ("writes host names in ASCII", "host names beyond ASCII do not work")
    case .sqlite: ("caches responses on disk", "responses are not cached on disk")
    }
  }
}

extension TierNodeReport {
  fileprivate var isConnected: Bool {
    if case .connected = condition { true } else { false }
  }
}

struct DecoderFindings {
  let statuses: [DecoderStatus]
  /// Shared libraries that a decoder needs and the system lacks.
  var missingLibraries: [DecoderRole: [String]] = [:]
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
          return Finding(format.name, "not listed; install \(packages)")
        }
        let isThere = statuses.contains { $0.role == format.decoder && $0.isRunning }
        return isThere
          ? Finding(format.name, format.library, .good)
          : Finding(format.name, "no decoder", isVideo ? .fact : .missing)
      })
  }

  private func finding(for part: SandboxPart) -> Finding {
    let running = statuses.filter(\.isRunning)
    let lacking = running.filter { !$0.holds(part) }.map(\.role.rawValue)
    if running.isEmpty { return Finding("\(part)", "not tried", .missing) }
    return lacking.isEmpty
      ? Finding("\(part)", "enforced", .good)
      : Finding("\(part)", "not enforced: \(lacking.joined(separator: ", "))", .missing)
  }

  private func finding(for status: DecoderStatus) -> Finding {
    switch status.state {
    case .notInstalled: Finding(status.role.rawValue, "not installed", .missing)
    case .unavailable: Finding(status.role.rawValue, obstacle(of: status.role), .missing)
    case .running(_, let startUpTime, _):
      Finding(status.role.rawValue, "ready in \(startUpTime.milliseconds) ms", .good)
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
    let links = capabilities.hyperlinks
    return Diagnosis.Section(
      title: "terminal",
      findings: [
        Finding("TERM", term ?? "not set"), device,
        Finding("name", answers.version ?? "unknown"), Finding("colours", colors),
        Finding(
          "symbols", "\(capabilities.symbols.value.rawValue): \(capabilities.symbols.source)"),
        Finding("links", "\(links.value ? "yes" : "no"): \(links.source)"),
        Finding("pictures", pictures),
        Finding("kitty pictures", word(for: answers.takesKittyPictures)),
        Finding("shared memory", word(for: answers.readsSharedMemory)), Finding("sixel", sixel),
      ] + outer + [
        Finding("size", capabilities.window.map { "\($0.cells) character cells" } ?? "unknown"),
        Finding("cell", cell), Finding("cell aspect", cellAspect),
      ])
  }

  /// A missing terminal is not a problem, as a sheet needs none.
  private var device: Finding {
    guard isTerminal else { return Finding("terminal", "not a terminal") }
    guard let obstacle else { return Finding("terminal", notice ?? "keyboard and screen", .good) }
    return Finding("terminal", "\(obstacle)", .missing)
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
    return [Finding("outside tmux", value)]
  }

  private func word(for answer: Bool?) -> String {
    switch answer {
    case true?: "yes: \(CapabilitySource.answer)"
    case false?: "no: \(CapabilitySource.answer)"
    case nil: "no: \(answers.progress)"
    }
  }
}

extension SharedTier {
  func reportsOfNow() async -> [TierNodeReport] {
    await WorkQueue(label: "doctor").run { [self] in
      greet()
      return reports
    }
  }

  /// Totals since the start: `12 hits, 3 misses, 3 given; shelf:6379 redis 7.0.15`.
  var line: String {
    let reports = reports
    let sum = { (count: (TierNodeReport) -> Int) in reports.reduce(0) { $0 + count($1) } }
    return "\(sum(\.figures.hitCount).grouped) hits, \(sum(\.figures.missCount).grouped) misses, "
      + "\(sum(\.figures.putCount).grouped) given; \(Self.words(on: reports))"
  }

  /// A single node's state; for several, the number connected and the first that is not.
  private static func words(on reports: [TierNodeReport]) -> String {
    let others = reports.filter { !$0.isConnected }
    guard let first = reports.count == 1 ? reports.first : others.first else {
      return "\(reports.count) nodes, all connected"
    }
    let node = "\(first.name) \(first.text)"
    guard reports.count > 1 else { return node }
    return "\(reports.count - others.count) of \(reports.count) nodes connected; \(node)"
  }
}
