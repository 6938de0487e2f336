import ArgumentParser
import Glibc
import Settings
import Values

/// `photocell config …`: the file in which a user keeps settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print, check and find the configuration file.",
    discussion: """
      The file is config.toml in the folder photocell of $XDG_CONFIG_HOME, or of ~/.config. To begin \
      one: mkdir -p ~/.config/photocell; photocell config print > ~/.config/photocell/config.toml
      """,
    subcommands: [ConfigPrintCommand.self, ConfigCheckCommand.self, ConfigPathCommand.self])
}

/// `photocell config print`: everything as it is where nobody says anything.
struct ConfigPrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print a configuration file that changes nothing, with comments.")

  func run() throws {
    try StandardOutput.write(ConfigText.whole)
  }
}

/// `photocell config check`: whether all of the file counts.
struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Tell everything that is wrong with the configuration file.",
    discussion: "Exit code 0 where nothing is, 64 otherwise.")

  @Argument(help: "The file, instead of the one that is used.")
  var file: PathArgument?

  func run() throws {
    guard let path = file?.path.lossyText ?? UserConfiguration.ofUser.path else {
      StandardError.write("neither XDG_CONFIG_HOME nor HOME names a folder")
      throw ExitCode(EX_USAGE)
    }
    let found = UserConfiguration(reading: path)
    for problem in found.allProblems { StandardError.write(problem.line(in: path)) }
    guard found.allProblems.isEmpty else { throw ExitCode(EX_USAGE) }
    guard unsafe access(path, F_OK) == 0 else {
      if file != nil {
        StandardError.write("\(path): \(SystemError(ENOENT))")
        throw ExitCode(EX_USAGE)
      }
      try StandardOutput.write(CommandLineMessage.harmless("\(path): there is none") + "\n")
      return
    }
    try StandardOutput.write(CommandLineMessage.harmless("\(path): nothing is wrong") + "\n")
  }
}

/// `photocell config path`: where the file is looked for.
struct ConfigPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the configuration file.")

  func run() throws {
    guard let path = UserConfiguration.ofUser.path else {
      StandardError.write("neither XDG_CONFIG_HOME nor HOME names a folder")
      throw ExitCode(EX_USAGE)
    }
    try StandardOutput.write(path + "\n")
  }
}
