import ArgumentParser
import Foundation

@testable import photocell

/// The output of `--experimental-dump-help`, as far as the manual needs it.
struct CommandDump: Decodable {
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
  }

  struct Argument: Decodable, Equatable {
    struct Name: Decodable, Equatable {
      var kind: String
      var name: String
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var isRepeating: Bool
    var defaultValue: String?
    var abstract: String?
    var discussion: String?
    var sectionTitle: String?

    /// Whether one of the others is the same, in whatever section.
    func isAmong(_ others: [Argument]) -> Bool {
      others.contains { other in
        var other = other
        other.sectionTitle = sectionTitle
        return other == self
      }
    }
  }

  var command: Command

  /// The program as it is.
  static func ofProgram() throws -> CommandDump { try program.get() }

  /// Made once: the parser takes half a second for it in a debug build.
  private static let program = Result {
    try JSONDecoder().decode(CommandDump.self, from: Data(Photocell._dumpHelp().utf8))
  }

  /// The subcommand of a name.
  func subcommand(_ name: String) -> Command? {
    command.subcommands?.first { $0.commandName == name }
  }
}

extension CommandDump {
  /// The commands with each flag and its `--no-` form as one argument, `--[no-]watch`.
  var joiningInversions: CommandDump { CommandDump(command: command.joiningInversions) }
}

extension CommandDump.Command {
  fileprivate var joiningInversions: Self {
    var command = self
    let flags = Set((arguments ?? []).compactMap(\.longName))
    command.arguments = arguments?.compactMap { argument in
      guard let name = argument.longName else { return argument }
      if name.hasPrefix("no-"), flags.contains(String(name.dropFirst(3))) { return nil }
      return flags.contains("no-\(name)") ? argument.withInversion : argument
    }
    command.subcommands = subcommands?.map(\.joiningInversions)
    return command
  }
}

extension CommandDump.Argument {
  fileprivate var longName: String? { names?.first { $0.kind == "long" }?.name }

  fileprivate var withInversion: Self {
    var argument = self
    argument.names = names?.map {
      $0.kind == "long" ? Name(kind: $0.kind, name: "[no-]\($0.name)") : $0
    }
    if let name = longName, defaultValue == "--\(name)" {
      argument.abstract = "\(abstract ?? "") On by default."
    }
    return argument
  }

  /// The options that every command has.
  var isCommon: Bool { ["help", "version"].contains(names?.first { $0.kind == "long" }?.name) }
}
