import ArgumentParser
import Base
import ExpiringCache
import SharedTier
import Storage
import Terminal

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Report, prune, clear and verify photocell's caches.",
    discussion: """
      There are four tiers: the memory of a running photocell, the thumbnails on disk that are \
      shared with file managers, web responses, and the index of photo metadata. Files of other \
      programs are never removed.
      """,
    subcommands: [
      CacheStatsCommand.self, CacheClearCommand.self, CachePruneCommand.self,
      CacheVerifyCommand.self,
    ])
}

struct CacheTierOptions: ParsableArguments {
  @Flag(help: "The memory cache; without any of the four, all tiers.")
  var memory = false

  @Flag(help: "Thumbnails on disk.")
  var thumbnails = false

  @Flag(help: "Web responses.")
  var http = false

  @Flag(help: "The index: photo metadata and server listings.")
  var index = false

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  var tiers: Set<StorageTier> {
    let named: [(StorageTier, Bool)] = [
      (.memory, memory), (.thumbnails, thumbnails), (.responses, http), (.index, index),
    ]
    let wanted = named.filter(\.1).map(\.0)
    return Set(wanted.isEmpty ? StorageTier.allCases : wanted)
  }

  /// Throws a `ValidationError` if only the memory tier is named: it belongs to a running process.
  func requireDisk() throws {
    guard tiers != [.memory] else {
      throw ValidationError(
        "the memory cache belongs to a running photocell; empty it there with c or C")
    }
  }

  /// Not opened yet; `budget` is the limit of responses, in bytes.
  func diskTiers(budget: Int = Storage.usualResponseBudget) -> [any DiskTier] {
    Storage.diskTiers(budget: budget).filter { tiers.contains($0.tier) }
  }
}

struct CacheStatsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print entries, bytes, budget and folder of each tier.",
    discussion: "Exit code 1 if a tier cannot be read.")

  @OptionGroup var options: CacheTierOptions
  @OptionGroup var shared: SharedTierOptions

  @MainActor
  func perform(_ log: Log) async throws {
    let tier = try shared.tier()
    var figures: [TierFigures] = []
    if options.tiers.contains(.memory) {
      figures.append(
        TierFigures(tier: .memory, total: TierUsage(budget: Composition.usualMemory.cost)))
    }
    for tier in options.diskTiers() { figures.append(await tier.figures()) }
    let shared: [TierNodeReport]? =
      if let tier { await tier.reportsOfNow() } else { nil }
    try FiguresReport(figures: figures, shared: shared).write(asJSON: options.json)
  }
}

struct CacheClearCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Delete photocell's caches on disk.",
    discussion: "Thumbnails of other programs stay. Exit code 1 if a tier cannot be written.")

  @OptionGroup var options: CacheTierOptions

  func validate() throws {
    try options.requireDisk()
  }

  @MainActor
  func perform(_ log: Log) async throws {
    try await TierReport(of: options.diskTiers()) { await $0.clear() }.write(asJSON: options.json)
  }
}

struct CachePruneCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Delete stale cache entries.",
    discussion: """
      Deletes thumbnails of photos that are gone or changed, the least recently used responses \
      above the budget, and index entries of photos that are gone. Exit code 1 if a tier cannot \
      be written.
      """)

  @OptionGroup var options: CacheTierOptions

  @OptionGroup var responses: ResponseCacheOptions

  func validate() throws {
    try options.requireDisk()
    guard responses.budget == nil || options.tiers.contains(.responses) else {
      throw ValidationError("--http-cache needs --http")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let tiers = options.diskTiers(budget: responses.limit)
    try await TierReport(of: tiers) { await $0.prune() }.write(asJSON: options.json)
  }
}

struct CacheVerifyCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check photocell's caches and delete damaged entries.",
    discussion: """
      Exit code 0 if everything is intact, 1 if an entry was damaged or a tier cannot be read.
      """)

  @OptionGroup var options: CacheTierOptions

  func validate() throws {
    try options.requireDisk()
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let report = await TierReport(of: options.diskTiers()) { await $0.verify() }
    try report.write(asJSON: options.json)
    guard report.isWhole else { throw ExitCode(1) }
  }
}

protocol CacheReport {
  var table: String { get }
  /// One JSON object with a member for each tier, on one line.
  var json: String { get }
  var troubles: [(StorageTier, String)] { get }
}

extension CacheReport {
  /// One line for each failed tier goes to standard error. Throws `ExitCode(1)` if a tier failed,
  /// `StandardOutput.failure` if writing fails.
  func write(asJSON isJSON: Bool) throws {
    try StandardOutput.write(isJSON ? json : table)
    for (tier, trouble) in troubles { StandardError.write("\(tier.rawValue): \(trouble)") }
    guard troubles.isEmpty else { throw ExitCode(1) }
  }
}

protocol TierOutcome {
  /// The operation's name, then those of the counts; `bytes` are printed as a size.
  static var heading: [String] { get }
  var counts: [Int] { get }
  var trouble: String? { get }
}

extension TierUsage: TierOutcome {
  static let heading = ["removed", "entries", "bytes"]
  var counts: [Int] { [usage.count, usage.cost] }
}

extension TierCheck: TierOutcome {
  static let heading = ["verified", "checked", "broken", "stray"]
  var counts: [Int] { [checked, broken, stray] }
}

struct TierReport<Outcome: TierOutcome>: CacheReport {
  var outcomes: [(tier: StorageTier, outcome: Outcome)] = []

  var table: String {
    let rows = outcomes.map { tier, outcome in
      [tier.rawValue] + named(outcome).map { $0 == "bytes" ? "\(ByteCount($1))" : "\($1)" }
    }
    return TextTable(leftColumns: 1, rows: [Outcome.heading] + rows).text
  }

  var json: String {
    let members = outcomes.map { tier, outcome in
      let error = outcome.trouble.map { [("error", JSONValue.string($0))] } ?? []
      return (tier.rawValue, JSONValue(named(outcome).map { ($0, JSONValue($1)) } + error))
    }
    return "\(JSONValue(members))\n"
  }

  var troubles: [(StorageTier, String)] {
    outcomes.compactMap { tier, outcome in outcome.trouble.map { (tier, $0) } }
  }

  private func named(_ outcome: Outcome) -> [(String, Int)] {
    Array(zip(Outcome.heading.dropFirst(), outcome.counts))
  }
}

extension TierReport {
  @MainActor
  init(of tiers: [any DiskTier], _ action: (any DiskTier) async -> Outcome) async {
    for tier in tiers { outcomes.append((tier.tier, await action(tier))) }
  }
}

extension TierReport<TierCheck> {
  var isWhole: Bool { outcomes.allSatisfy { $0.outcome.broken == 0 } }
}

struct FiguresReport: CacheReport {
  let figures: [TierFigures]
  var shared: [TierNodeReport]?

  var troubles: [(StorageTier, String)] {
    figures.compactMap { figures in figures.total.trouble.map { (figures.tier, $0) } }
  }

  var table: String {
    let heading = ["tier", "what", "entries", "bytes", "budget"]
    let lines = TextTable(leftColumns: 2, rows: [heading] + figures.flatMap(rows)).text
    let folders = figures.compactMap { figures in
      figures.folder.map { [figures.tier.rawValue, "\(DisplayText($0))"] }
    }
    let nodes = (shared ?? []).map { ["shared tier", $0.name, "\(DisplayText($0.text))"] }
    return lines + (folders.isEmpty ? "" : "\n" + TextTable(leftColumns: 2, rows: folders).text)
      + (nodes.isEmpty ? "" : "\n" + TextTable(leftColumns: 3, rows: nodes).text)
  }

  var json: String {
    var members = figures.map { ($0.tier.rawValue, value(of: $0)) }
    if let shared {
      members.append(("shared", JSONValue(shared.map { ($0.name, .string($0.text)) })))
    }
    return "\(JSONValue(members))\n"
  }

  private func rows(of figures: TierFigures) -> [[String]] {
    let name = figures.tier.rawValue
    let budget = figures.total.budget.map { "\(ByteCount($0))" } ?? "-"
    guard figures.tier != .memory else {
      return [[name, "while a program runs", "-", "-", budget]]
    }
    guard figures.total.trouble == nil else { return [[name, "cannot be read", "-", "-", budget]] }
    let total = figures.total.usage
    return [[name, "all of photocell's", "\(total.count)", "\(ByteCount(total.cost))", budget]]
      + figures.parts.map { part in
        [name, part.name, "\(part.usage.count)", "\(ByteCount(part.usage.cost))", "-"]
      }
  }

  private func members(of usage: CacheUsage) -> [(String, JSONValue)] {
    [("entries", JSONValue(usage.count)), ("bytes", JSONValue(usage.cost))]
  }

  private func value(of figures: TierFigures) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if let folder = figures.folder { members.append(("folder", .string(folder))) }
    if let trouble = figures.total.trouble {
      members.append(("error", .string(trouble)))
    } else if figures.tier != .memory {
      members += self.members(of: figures.total.usage)
    }
    if let budget = figures.total.budget { members.append(("budget_bytes", JSONValue(budget))) }
    if !figures.parts.isEmpty {
      let parts = figures.parts.map { ($0.name, JSONValue(self.members(of: $0.usage))) }
      members.append(("parts", JSONValue(parts)))
    }
    return JSONValue(members)
  }
}
