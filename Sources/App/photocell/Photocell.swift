import ArgumentParser

/// The program: what the first word after its name asks for.
struct Photocell: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photocell",
    abstract: "Browse photos as a grid in the terminal.",
    usage: "photocell [<source> ...] [<options>]\nphotocell <subcommand>",
    discussion: """
      Without a subcommand it browses: 'photocell help browse' tells all options, and the key ? the \
      keys. A folder that is called like a subcommand is written ./so.
      """,
    version: Version.text,
    subcommands: [
      BrowseCommand.self, SheetCommand.self, ApodCommand.self, WarmCommand.self,
      DuplicatesCommand.self, InfoCommand.self, DecodeCommand.self,
      DoctorCommand.self, CacheCommand.self, ConfigCommand.self, InitCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)
}

extension Photocell {
  /// The command that a command line asks for.
  ///
  /// Browsing, where it is not asked for by name, is read by itself first, for it is to begin at
  /// once: by way of the program the parser takes half as long again. What is refused so is read
  /// again by the whole program, which knows the rest: help, completions, and what is wrong. The
  /// page for somebody new is our own, for the parser's leaves out what is only for browsing.
  ///
  /// What the user has written down comes first, so that the command line counts more.
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - habits: What the user has written down.
  /// - Returns: A command that is ready to run.
  /// - Throws: What `exit(withError:)` explains.
  static func command(
    for arguments: [String], habits: @autoclosure () -> UserConfiguration = .empty
  ) throws -> any ParsableCommand {
    let arguments = PickOptions.completed(arguments)
    if ShortHelp.requests.contains(arguments) { throw CleanExit.message(ShortHelp.text) }
    if arguments == ["--version"] { throw CleanExit.message(Version.text) }
    if let shell = CompletionScript.shell(requestedBy: arguments) {
      throw CleanExit.message(CompletionScript(for: shell).text)
    }
    if let name = arguments.first, namesCommand(name) {
      let rest = Array(arguments.dropFirst())
      return try habits().command(name, for: rest) { try parseAsRoot([name] + $0) }
    }
    let browsing = try? habits().command("browse", for: arguments) {
      try BrowseCommand.parseAsRoot($0)
    }
    if let browsing = browsing as? BrowseCommand { return browsing }
    return try parseAsRoot(arguments)
  }

  /// Whether a first word is a command's name; the parser adds one command, which is for help.
  private static func namesCommand(_ word: String?) -> Bool {
    word == "help" || configuration.subcommands.contains { $0.configuration.commandName == word }
  }
}
