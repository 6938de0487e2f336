import ArgumentParser
import Testing

@testable import photocell

/// The parser's messages on words that a shell has expanded from file names.
@Suite struct CommandLineMessageTests {
  private static let hostile = "--\u{1B}]0;PWNED\u{7}\u{9B}31m\u{202E}.jpg"
  private static let commands = [
    [], ["browse"], ["sheet"], ["apod"], ["decode", "--info"], ["doctor"], ["cache"],
    ["cache", "stats"], ["cache", "clear"], ["cache", "prune"], ["cache", "verify"], ["help"],
  ]
  /// An unknown option, a misspelled one, values of options, and words in the wrong position.
  private static let lines = [
    [hostile], ["-\u{1B}[31m"], ["--colo\u{1B}r", "256"], ["--color=\u{1B}[31m"],
    ["--color", "\u{1B}[31m"], ["--ttl", hostile], ["--columns", hostile], ["--size=\u{1B}c"],
    ["--since", hostile], ["--count", "\u{1B}c"], ["--seed", hostile], ["--", "a", hostile],
    ["a", "b", "c", "\u{1B}c", hostile], [hostile, "--help"], ["\u{1B}c", "--help"],
    ["--generate-completion-script", "\u{1B}c"], ["--version", hostile],
  ]

  @Test(arguments: commands, lines)
  func `no message contains control characters`(command: [String], line: [String]) {
    guard let message = Self.message(for: command + line) else { return }
    let controls = message.text.unicodeScalars.filter {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
    }
    #expect(controls.allSatisfy { $0 == "\n" || $0 == "\t" })
  }

  @Test func `an unknown option is named with its control characters replaced`() throws {
    let message = try #require(Self.message(for: [Self.hostile]))
    #expect(
      message.text.contains("Unknown option '--\u{FFFD}]0;PWNED\u{FFFD}\u{FFFD}31m\u{FFFD}.jpg'"))
    #expect(message.code == 64)
  }

  @Test(arguments: [
    ["--help"], ["help", "sheet"], ["--version"], ["--generate-completion-script", "bash"],
    ["--generate-completion-script", "zsh"], ["--generate-completion-script", "fish"],
  ])
  func `help, version and completion scripts are printed unchanged`(line: [String]) throws {
    do {
      var command = try Photocell.command(for: line)
      try command.run()
      Issue.record("nothing is to be said")
    } catch {
      #expect(CommandLineMessage(error).text == Photocell.fullMessage(for: error))
      #expect(CommandLineMessage(error).code == 0)
    }
  }

  /// The message that a command line causes before the program starts, or nil if it starts.
  private static func message(for line: [String]) -> CommandLineMessage? {
    do {
      let command = try Photocell.command(for: line)
      guard !(command is any MainActorCommand) else { return nil }
      var helper = command
      try helper.run()
      return nil
    } catch {
      return CommandLineMessage(error)
    }
  }
}
