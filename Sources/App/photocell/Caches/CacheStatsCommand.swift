import ArgumentParser
import Caching
import Tiers

/// `photocell cache stats`: what each tier holds.
struct CacheStatsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Tell the entries, bytes, budget and folder of each tier.",
    discussion: "Exit code 1 where a tier cannot be read.")

  @OptionGroup var options: CacheTierOptions

  @MainActor
  func perform() async throws {
    var figures: [TierFigures] = []
    if options.tiers.contains(.memory) {
      figures.append(
        TierFigures(tier: .memory, total: TierUsage(budget: Composition.usualMemory.cost)))
    }
    for tier in options.diskTiers() { figures.append(await tier.figures()) }
    let report = FiguresReport(figures: figures)
    try CacheOutput.write(options.json ? report.json : report.table, report.troubles)
  }
}
