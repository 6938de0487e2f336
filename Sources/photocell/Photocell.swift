import ArgumentParser
internal import CCommit

struct Photocell: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photocell", abstract: "Browse photos as a grid in the terminal.",
    usage: "photocell [<source> ...] [<options>]\nphotocell <subcommand>",
    discussion: """
      Browses without a subcommand: see 'photocell help browse' for all options; press ? for keys. \
      For a folder named like a subcommand, write ./name.
      """,
    version: Version.text,
    subcommands: [
      BrowseCommand.self, SheetCommand.self, PreviewCommand.self, CompareCommand.self,
      ApodCommand.self, ImportCommand.self, ExportCommand.self, WarmCommand.self,
      DuplicatesCommand.self, InfoCommand.self, DecodeCommand.self, DoctorCommand.self,
      CacheCommand.self, ConfigCommand.self, InitCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)

  /// Parses a command line into a command that is ready to run.
  ///
  /// Every command is parsed directly first, as going through the root command takes half as long
  /// again or longer and delays the start. If that fails, the root command parses the arguments
  /// again and handles the rest: help, completions and errors. The short help is our own, as the
  /// parser's leaves out the options of browsing.
  ///
  /// Configured options come first, so that the command line overrides them. Throws an error for
  /// `CommandLineMessage`.
  static func command(
    for arguments: [String], settings: @autoclosure () -> UserConfiguration = .empty
  ) throws -> any ParsableCommand {
    let arguments = PickOptions.completed(arguments)
    if ShortHelp.requests.contains(arguments) { throw CleanExit.message(ShortHelp.text) }
    if arguments == ["--version"] { throw CleanExit.message(Version.text) }
    if let shell = CompletionScript.shell(requestedBy: arguments) {
      throw CleanExit.message(CompletionScript(shell: shell).text)
    }
    if arguments.first == "help", arguments.count > 1, !namesCommand(arguments[1]),
      !arguments[1].hasPrefix("-")
    {
      throw ValidationError("there is no command '\(arguments[1])'")
    }
    if let name = arguments.first, namesCommand(name) {
      let rest = Array(arguments.dropFirst())
      let named = configuration.subcommands.first { $0.configuration.commandName == name }
      return try settings().command(name, for: rest) { words in
        if let command = try? named?.parseAsRoot(words), type(of: command) == named {
          return command
        }
        return try parseAsRoot([name] + words)
      }
    }
    let browsing = try? settings().command("browse", for: arguments) {
      try BrowseCommand.parseAsRoot($0)
    }
    if let browsing = browsing as? BrowseCommand { return browsing }
    return try parseAsRoot(arguments)
  }

  private static func namesCommand(_ word: String?) -> Bool {
    word == "help" || configuration.subcommands.contains { $0.configuration.commandName == word }
  }
}

enum Version {
  /// The release; the single source, which `make` reads too.
  static let number = "0.1.0"
  /// With `+` for a modified tree; otherwise `development`.
  static var commit: String { unsafe String(cString: ccommit_text()) }
  static var text: String { "\(number) (\(commit))" }
}
