import ArgumentParser
import Base
import Browser
import Catalogs
import Configuration
import Glibc
import Photos

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print, check or locate the configuration file.",
    discussion: """
      The file is photocell/config.toml in $XDG_CONFIG_HOME or ~/.config. To create it: mkdir -p \
      ~/.config/photocell; photocell config print > ~/.config/photocell/config.toml
      """, subcommands: [ConfigPrintCommand.self, ConfigCheckCommand.self, ConfigPathCommand.self])
}

struct ConfigPrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Print a commented configuration file with all defaults.")

  func run() throws {
    try StandardOutput.write(ConfigText.whole)
  }
}

struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the configuration file.",
    discussion: """
      Also checks feeds.toml beside it, or only that if it is named. Exit code 0 if everything is \
      valid, else 64.
      """)

  @Argument(help: "File to check instead of the user's.")
  var file: PathArgument?

  func run() throws {
    let path = try file?.path.lossyText ?? UserConfiguration.knownPath()
    let isOfFeeds = path.split(separator: "/").last == FeedForms.fileName[...]
    let isRight = try check(path) {
      isOfFeeds ? FeedForms.problems(in: path) : UserConfiguration(reading: path).allProblems
    }
    var areFeedsRight = true
    if file == nil, let feeds = FeedForms.userPath, unsafe access(feeds, F_OK) == 0 {
      areFeedsRight = try check(feeds) { FeedForms.problems(in: feeds) }
    }
    guard isRight, areFeedsRight else { throw ExitCode(EX_USAGE) }
  }

  /// Returns false if there are problems.
  private func check(_ path: String, _ problems: () -> [ConfigProblem]) throws -> Bool {
    let problems = problems()
    for problem in problems { StandardError.write(problem.line(in: path)) }
    guard problems.isEmpty else { return false }
    let exists = unsafe access(path, F_OK) == 0
    guard exists || file == nil else {
      StandardError.write("\(path): \(SystemError(ENOENT))")
      return false
    }
    let result = "\(path): \(exists ? "OK" : "not found")"
    try StandardOutput.write(CommandLineMessage.harmless(result) + "\n")
    return true
  }
}

struct ConfigPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the path of the configuration file.")

  func run() throws {
    try StandardOutput.write(UserConfiguration.knownPath() + "\n")
  }
}

extension UserConfiguration {
  fileprivate static func knownPath() throws(ExitCode) -> String {
    if let path = ofUser.path { return path }
    StandardError.write("neither XDG_CONFIG_HOME nor HOME names a folder")
    throw ExitCode(EX_USAGE)
  }
}

extension FeedForms {
  static var userPath: String? { ConfigFile.path(of: fileName, environment: Storage.variable) }
}

enum ConfigText {
  /// Lines with `#` and no space after it show values that are not set.
  static var whole: String {
    """
    # Settings of photocell. Defaults are shown; command-line options and environment
    # variables override this file. Check it with 'photocell config check'.

    \(Setting.all.map(text).joined(separator: "\n"))
    # Programs for the key O, in order of preference; %f is the photo.
    #[[open]]
    #name = "GIMP"
    #command = "gimp %f"
    #extensions = ["xcf", "png"]
    #terminal = false

    # Saved filters: 'photocell @best' and ':collections best' show them.
    #[collections.best]
    #filter = "rating:>=4"
    #folders = ["~/Pictures"]

    # IPTC fields that ;i writes into the sidecars of the marked photos.
    # Keys: \(IPTCField.allCases.map(\.rawValue).joined(separator: ", ")).
    #[iptc]
    #creator = "Ann Example"
    #rights = "© Ann Example"
    #city = "Paris"

    [theme]
    \(text(Setting.theme))
    # Each part takes words such as "bold #ff8800 on 236", or "underline bright-blue".
    \(Theme.Part.allCases.map { "#\($0.rawValue) = \"\"" }.joined(separator: "\n"))

    # Keys, written as in the help, and their command or list of commands;
    # "" unbinds. Commands of the command line work, too: "copy ~/Keep".
    \(Keymap.all.map(text).joined(separator: "\n"))

    """
  }

  private static func text(_ setting: Setting) -> String {
    let names = setting.valueNames.joined(separator: ", ")
    let choice = names.isEmpty ? "" : "# One of: \(names).\n"
    return """
      # \(setting.comment)
      \(choice)\(setting.isUsual ? "" : "#")\(setting.key) = \(setting.value)

      """
  }

  private static func text(_ keymap: Keymap) -> String {
    let ways = keymap.ownWays.map {
      "#\(quoted(KeyText.text($0.keys))) = \(quoted($0.command.rawValue))"
    }
    return """
      [keys.\(keymap.names.last ?? "")]
      \(ways.joined(separator: "\n"))

      """
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}
