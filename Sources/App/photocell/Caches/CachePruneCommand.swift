import ArgumentParser
import Tiers

/// `photocell cache prune`: what is of no use any more goes.
struct CachePruneCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Remove what is of no use any more.",
    discussion: """
      Thumbnails go whose photos have gone or changed, and of the responses the least recently used \
      above the budget. Exit code 1 where a tier cannot be written to.
      """)

  @OptionGroup var options: CacheTierOptions

  @Option(
    name: .customLong("http-cache"),
    help: "What the responses may take on disk: 500kB, 256MB, 1GB (default: 1GB).",
    transform: ByteSizeOption.init)
  var budget: ByteSizeOption?

  func validate() throws {
    try options.requireDisk()
    guard budget == nil || options.tiers.contains(.responses) else {
      throw ValidationError("--http-cache is the budget of --http")
    }
  }

  @MainActor
  func perform() async throws {
    let tiers = options.diskTiers(budget: budget?.bytes ?? Storage.usualResponseBudget)
    var removals: [RemovalReport.Removal] = []
    for tier in tiers { removals.append(.init(tier.tier, await tier.prune())) }
    let report = RemovalReport(removals: removals)
    try CacheOutput.write(options.json ? report.json : report.table, report.troubles)
  }
}
