import ArgumentParser
import Browser
import Testing

@testable import photocell

@Suite("Short help")
struct ShortHelpTests {
  private let help = ShortHelp.text

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `the short help is printed for --help, -h and help alone`(line: [String]) throws {
    let error = #expect(throws: (any Error).self) { try Photocell.command(for: line) }
    let message = CommandLineMessage(try #require(error))
    #expect(message.text == help)
    #expect(message.code == 0)
  }

  @Test func `the short help fits on one page of 80 columns`() {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.count <= 48)
    for title in ["OVERVIEW", "USAGE", "EXAMPLES", "OPTIONS", "KEYS", "SUBCOMMANDS"] {
      #expect(lines.contains { $0.hasPrefix("\(title):") })
    }
  }

  @Test func `every example in the short help is accepted by the parser`() throws {
    #expect(ShortHelp.examples.count == 5)
    for example in ShortHelp.examples {
      let words = example.typed.split(separator: "photocell", omittingEmptySubsequences: false)
      let arguments = try #require(words.last).split(separator: " ").map(String.init)
      #expect(try Photocell.command(for: arguments) is BrowseCommand)
    }
  }

  @Test func `the options in the short help are spelled as in the help of browsing`() {
    let all = BrowseCommand.helpMessage(columns: 200)
    for option in ShortHelp.options.dropLast() {
      let isThere = [" ", "/"].contains { all.contains("  \(option.typed)\($0)") }
      #expect(isThere, "\(option.typed)")
    }
    #expect(Photocell.helpMessage().contains("--version "))
  }

  @Test(arguments: [
    ("Enter", "open"), ("m", "mark"), ("+", "larger"), ("-", "smaller"), ("?", "help"),
    ("q", "back"),
  ])
  func `the keys in the short help are the grid's first keys for their commands`(
    key: String, command: String
  ) {
    let entries = Keymap.grid.entries + Keymap.everywhere.entries
    let entry = entries.first { $0.command == Command(rawValue: command) }
    #expect(entry?.keys.split(separator: ", ").first == key[...])
    #expect(ShortHelp.keys.contains { $0.typed == key })
    #expect(ShortHelp.keys.count == 6)
  }

  @Test func `the short help names every subcommand and the command for the full help`() {
    for subcommand in Photocell.configuration.subcommands {
      #expect(help.contains("  \(subcommand.configuration.commandName ?? "") "))
    }
    #expect(help.contains("'photocell help browse'"))
  }

  @Test func `the help of browsing explains the exit codes`() {
    for help in [BrowseCommand.helpMessage(columns: 200), ApodCommand.helpMessage(columns: 200)] {
      #expect(help.contains(BrowsingExit.explanation))
    }
    let codes = [BrowsingExit.noTerminal, BrowsingExit.noSource, BrowsingExit.interrupted]
    #expect(codes.map(\.rawValue) == [1, 2, 130])
    for code in codes { #expect(BrowsingExit.explanation.contains(" \(code.rawValue) ")) }
  }
}
