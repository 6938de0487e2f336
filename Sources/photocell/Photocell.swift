import ArgumentParser

/// The program: what the first word after its name asks for.
struct Photocell: ParsableCommand {
  static let version = "0.1.0"
  static let configuration = CommandConfiguration(
    commandName: "photocell",
    abstract: "Browse photos as a grid in the terminal.",
    version: version,
    subcommands: [
      BrowseCommand.self, SheetCommand.self, ApodCommand.self, DecodeCommand.self,
      DoctorCommand.self, CacheCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)
}
