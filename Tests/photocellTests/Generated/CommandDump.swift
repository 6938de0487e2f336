import ArgumentParser
import Foundation

@testable import photocell

/// What the parser says of the program with `--experimental-dump-help`, as far as the manual needs it.
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
    var abstract: String?
    var discussion: String?
    var sectionTitle: String?
  }

  var command: Command

  /// The program as it is.
  static func ofProgram() throws -> CommandDump {
    try JSONDecoder().decode(CommandDump.self, from: Data(Photocell._dumpHelp().utf8))
  }

  /// The subcommand of a name.
  func subcommand(_ name: String) -> Command? {
    command.subcommands?.first { $0.commandName == name }
  }
}

extension CommandDump.Argument {
  /// The options that every command has.
  var isCommon: Bool { ["help", "version"].contains(names?.first { $0.kind == "long" }?.name) }
}
