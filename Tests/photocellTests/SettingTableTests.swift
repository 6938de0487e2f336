import Configuration
import Testing

@testable import photocell

/// Which options are settings of the configuration file and which are not: a new option has to be
/// decided on.
@Suite("Settings table")
struct SettingTableTests {
  /// Options that concern a single run.
  private static let wishes: Set = [
    "demo", "input", "null", "output", "pick", "cwd-file", "stats", "sheet", "columns", "width",
    "count",
    "since", "json-items", "json-image", "json-title",
  ]
  /// Options of one server: headers and keys are secrets that do not belong in the file, and object
  /// stores have configuration files of their own (`~/.aws`).
  private static let servers: Set = [
    "header", "api-key", "endpoint", "s3-endpoint", "s3-region", "s3-profile",
    "immich-key",
  ]
  /// Unsafe options, which must be given each time.
  private static let dangers: Set = ["allow-unsandboxed"]
  /// Options of the demo and of the comparison, which do not browse photos.
  private static let demos: Set = [
    "compare-cache", "demo-race", "photos", "seed", "latency", "report", "json",
  ]

  /// The long names of the options of a command.
  private static func options(of command: String) throws -> Set<String> {
    let arguments = try CommandDump.ofProgram().subcommand(command)?.arguments ?? []
    return Set(
      arguments.filter { !$0.isCommon }.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
        .map(\.name))
  }

  /// The names of the options that a setting stands for.
  private static func options(of setting: Setting) -> [String] {
    let words =
      switch setting.kind {
      case .flag(let on, let off): [on, off]
      case .text(let option, _, _, _): [option]
      }
    return words.map { String($0.dropFirst(2)) }
  }

  @Test func `every option is a setting or one of the listed exceptions`() throws {
    let options = try ["browse", "apod", "sheet"].reduce(into: Set()) {
      $0.formUnion(try Self.options(of: $1))
    }
    let settings = Set((Setting.all + [.theme]).flatMap(Self.options))
    #expect(
      options.subtracting(settings)
        == Self.wishes.union(Self.servers).union(Self.dangers).union(Self.demos))
  }

  @Test(arguments: Setting.all + [.theme])
  func `a setting's options exist in the commands that it names, and in no others`(
    setting: Setting
  ) throws {
    for command in ["browse", "apod", "sheet", "compare", "preview"] {
      let options = try Self.options(of: command)
      let isKnown = Self.options(of: setting).allSatisfy(options.contains)
      #expect(isKnown == setting.commands.contains(command), "\(setting.key) in \(command)")
    }
  }

  @Test(arguments: [
    ([], [], false), (["recursive = true"], [], true),
    (["recursive = true"], ["--no-recursive"], false),
    (["recursive = false"], ["-r"], true), ([], ["-r", "--no-recursive"], false),
    ([], ["--no-recursive", "-r"], true),
  ])
  func `the setting, or else the last option, decides whether subfolders are shown`(
    lines: [String], words: [String], isRecursive: Bool
  ) throws {
    let settings = UserConfiguration(path: "c", Array(lines.joined().utf8))
    for line in [words, ["sheet"] + words] {
      let command = try Photocell.command(for: line, settings: settings)
      let sources = (command as? BrowseCommand)?.sources ?? (command as? SheetCommand)?.sources
      #expect(sources?.isRecursive == isRecursive)
    }
  }
}
