import ArgumentParser
import Base
import Catalogs
import Configuration
import Glibc

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print, check and find the configuration file.",
    discussion: """
      The file is config.toml in the folder photocell of $XDG_CONFIG_HOME, or of ~/.config. To begin \
      one: mkdir -p ~/.config/photocell; photocell config print > ~/.config/photocell/config.toml
      """,
    subcommands: [ConfigPrintCommand.self, ConfigCheckCommand.self, ConfigPathCommand.self])
}

struct ConfigPrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print a configuration file that changes nothing, with comments.")

  func run() throws {
    try StandardOutput.write(ConfigText.whole)
  }
}

struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Tell everything that is wrong with the configuration file.",
    discussion: """
      The file feeds.toml beside it is checked as well, and alone where it is named. Exit code 0 where \
      nothing is wrong, 64 otherwise.
      """)

  @Argument(help: "The file, instead of the one that is used.")
  var file: PathArgument?

  func run() throws {
    guard let path = file?.path.lossyText ?? UserConfiguration.ofUser.path else {
      StandardError.write("neither XDG_CONFIG_HOME nor HOME names a folder")
      throw ExitCode(EX_USAGE)
    }
    let isOfFeeds = path.split(separator: "/").last == FeedForms.fileName[...]
    let isRight = try check(path) {
      isOfFeeds ? FeedForms.problems(in: path) : UserConfiguration(reading: path).allProblems
    }
    var areFeedsRight = true
    if file == nil, let feeds = FeedForms.userPath,
      unsafe access(feeds, F_OK) == 0
    {
      areFeedsRight = try check(feeds) { FeedForms.problems(in: feeds) }
    }
    guard isRight, areFeedsRight else { throw ExitCode(EX_USAGE) }
  }

  /// Prints a file's problems, or that there are none; returns false if there are any.
  private func check(_ path: String, _ problems: () -> [ConfigProblem]) throws -> Bool {
    let problems = problems()
    for problem in problems { StandardError.write(problem.line(in: path)) }
    guard problems.isEmpty else { return false }
    guard unsafe access(path, F_OK) == 0 else {
      if file != nil {
        StandardError.write("\(path): \(SystemError(ENOENT))")
        return false
      }
      try StandardOutput.write(CommandLineMessage.harmless("\(path): there is none") + "\n")
      return true
    }
    try StandardOutput.write(CommandLineMessage.harmless("\(path): nothing is wrong") + "\n")
    return true
  }
}

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

extension FeedForms {
  /// Nil if no configuration folder is known.
  static var userPath: String? { ConfigFile.path(of: fileName, environment: Storage.variable) }
}
