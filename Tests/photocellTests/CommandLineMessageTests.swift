import ArgumentParser
import Testing

@testable import photocell

/// The parser's messages on words that a shell has expanded from file names.
@Suite struct CommandLineMessageTests {
  @Test func `an unknown option is named with its control characters replaced`() throws {
    let error = try #require(throws: (any Error).self) {
      try Photocell.command(for: ["--\u{1B}]0;PWNED\u{7}\u{9B}31m\u{202E}.jpg"])
    }
    let message = CommandLineMessage(error)
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
}
