import ArgumentParser
import Base
import ExpiringCache
import SharedTier
import Storage

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Report, prune, clear and verify what photocell keeps.",
    discussion: """
      There are four tiers: pictures in the memory of a running photocell, the thumbnails on disk \
      that are shared with the file managers, the responses of web servers, and the index of what \
      photos say of themselves. Files of other programs are never removed.
      """,
    subcommands: [
      CacheStatsCommand.self, CacheClearCommand.self, CachePruneCommand.self,
      CacheVerifyCommand.self,
    ])
}

struct CacheTierOptions: ParsableArguments {
  @Flag(help: "The pictures in memory; without any of the four, all tiers.")
  var memory = false

  @Flag(help: "The thumbnails on disk.")
  var thumbnails = false

  @Flag(help: "The responses of web servers.")
  var http = false

  @Flag(help: "The index: what photos say of themselves, and lists of servers.")
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
        "pictures in memory live as long as a running photocell: empty that with its keys c or C")
    }
  }

  /// The named tiers on disk, not opened yet; `budget` is the limit of responses, in bytes.
  func diskTiers(budget: Int = Storage.usualResponseBudget) -> [any DiskTier] {
    Storage.diskTiers(budget: budget).filter { tiers.contains($0.tier) }
  }
}

struct CacheStatsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Report the entries, bytes, budget and folder of each tier.",
    discussion: "Exits with 1 if a tier cannot be read.")

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
    commandName: "clear", abstract: "Remove what photocell keeps on disk.",
    discussion: """
      Thumbnails of other programs stay. Exits with 1 if a tier cannot be written to.
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
    commandName: "prune", abstract: "Remove what is no longer of use.",
    discussion: """
      Removes thumbnails whose photos have gone or changed, the least recently used responses \
      above the budget, and what the index knows of photos that have gone. Exits with 1 if a tier \
      cannot be written to.
      """)

  @OptionGroup var options: CacheTierOptions

  @Option(
    name: .customLong("http-cache"),
    help: ArgumentHelp(
      "How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).",
      valueName: "size"),
    transform: ByteSizeOption.init)
  var budget: ByteSizeOption?

  func validate() throws {
    try options.requireDisk()
    guard budget == nil || options.tiers.contains(.responses) else {
      throw ValidationError("--http-cache is the budget of --http")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let tiers = options.diskTiers(budget: budget?.bytes ?? Storage.usualResponseBudget)
    try await TierReport(of: tiers) { await $0.prune() }.write(asJSON: options.json)
  }
}

struct CacheVerifyCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read everything that photocell wrote, and remove what is broken.",
    discussion: """
      Exits with 0 if everything is intact, with 1 if something was broken or a tier cannot be read.
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
