import ArgumentParser

/// `photocell cache verify`: everything that photocell wrote is read, and what is broken goes.
struct CacheVerifyCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read everything that photocell wrote, and drop what is broken.",
    discussion: """
      Exit code 0 where everything is whole, 1 where something was broken or a tier cannot be read.
      """)

  @OptionGroup var options: CacheTierOptions

  func validate() throws {
    try options.requireDisk()
  }

  @MainActor
  func perform() async throws {
    var checks: [CheckReport.Check] = []
    for tier in options.diskTiers() { checks.append(.init(tier.tier, await tier.verify())) }
    let report = CheckReport(checks: checks)
    try CacheOutput.write(options.json ? report.json : report.table, report.troubles)
    guard report.isWhole else { throw ExitCode(1) }
  }
}
