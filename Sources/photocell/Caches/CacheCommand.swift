import ArgumentParser
import Base
import ExpiringCache
import SharedTier
import Storage

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
      if let tier { await SharedTierFindings.of(tier).reports } else { nil }
    try FiguresReport(figures: figures, shared: shared).write(asJSON: options.json)
  }
}

struct CacheClearCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Delete photocell's caches on disk.",
    discussion: """
      Thumbnails of other programs stay. Exit code 1 if a tier cannot be written.
      """)

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

  @Option(
    name: .customLong("http-cache"),
    help: ArgumentHelp(
      "Disk space for cached responses: 500kB, 256MB, 1GB (default: 1GB).",
      valueName: "size"),
    transform: OptionValue.byteCount)
  var budget: Int?

  func validate() throws {
    try options.requireDisk()
    guard budget == nil || options.tiers.contains(.responses) else {
      throw ValidationError("--http-cache needs --http")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let tiers = options.diskTiers(budget: budget ?? Storage.usualResponseBudget)
    try await TierReport(of: tiers) { await $0.prune() }.write(asJSON: options.json)
  }
}

struct CacheVerifyCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check photocell's caches and delete damaged entries.",
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
