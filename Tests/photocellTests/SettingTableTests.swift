import Configuration
import Testing

@testable import photocell

/// Which options are settings, and can be written down, and which are not: a new one has to be decided on.
@Suite("What can be written down")
struct SettingTableTests {
  /// What somebody wants of this run, and not of all.
  private static let wishes: Set = [
    "demo", "input", "null", "output", "pick", "cwd-file", "stats", "sheet", "columns", "width",
    "count",
    "since", "json-items", "json-image", "json-title",
  ]
  /// What tells of one server: headers and keys are secrets, which the file is no place for, and stores of objects have
  /// files of their own (`~/.aws`) that say where they are.
  private static let servers: Set = [
    "header", "api-key", "endpoint", "s3-endpoint", "s3-region", "s3-profile",
    "immich-key",
  ]
  /// What is unsafe, and is to be asked for each time.
  private static let dangers: Set = ["allow-unsandboxed"]
  /// The demo and the comparison are no looking at photos.
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

  @Test func `every option is a setting, or is known to be none`() throws {
    let options = try ["browse", "apod", "sheet"].reduce(into: Set()) {
      $0.formUnion(try Self.options(of: $1))
    }
    let settings = Set((Setting.all + [.theme]).flatMap(Self.options))
    #expect(
      options.subtracting(settings)
        == Self.wishes.union(Self.servers).union(Self.dangers).union(Self.demos))
  }

  @Test(arguments: Setting.all + [.theme])
  func `a setting stands for options of the commands that it names, and no others`(
    setting: Setting
  ) throws {
    for command in ["browse", "apod", "sheet"] {
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
  func `folders inside are shown as the last says`(
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
