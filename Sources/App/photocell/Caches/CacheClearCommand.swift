import ArgumentParser

/// `photocell cache clear`: nothing is left of what photocell wrote.
struct CacheClearCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Remove what photocell keeps on disk.",
    discussion: """
      Thumbnails of other programs stay. Exit code 1 where a tier cannot be written to.
      """)

  @OptionGroup var options: CacheTierOptions

  func validate() throws {
    try options.requireDisk()
  }

  @MainActor
  func perform() async throws {
    var removals: [RemovalReport.Removal] = []
    for tier in options.diskTiers() { removals.append(.init(tier.tier, await tier.clear())) }
    let report = RemovalReport(removals: removals)
    try CacheOutput.write(options.json ? report.json : report.table, report.troubles)
  }
}
