import ArgumentParser
import Base
import Storage

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
