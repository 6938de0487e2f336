import ArgumentParser
import Browser
import Testing

@testable import photocell

@Suite("The help for somebody new")
struct ShortHelpTests {
  private let help = ShortHelp.text

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `it is printed where nothing else is asked for`(line: [String]) throws {
    let error = #expect(throws: (any Error).self) { try Photocell.command(for: line) }
    let message = CommandLineMessage(try #require(error))
    #expect(message.text == help)
    #expect(message.code == 0)
  }

  @Test func `it is one page of 80 columns`() {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.count <= 48)
    for title in ["OVERVIEW", "USAGE", "EXAMPLES", "OPTIONS", "KEYS", "SUBCOMMANDS"] {
      #expect(lines.contains { $0.hasPrefix("\(title):") })
    }
  }

  @Test func `its examples are what the program takes`() throws {
    #expect(ShortHelp.examples.count == 5)
    for example in ShortHelp.examples {
      let words = example.typed.split(separator: "photocell", omittingEmptySubsequences: false)
      let arguments = try #require(words.last).split(separator: " ").map(String.init)
      #expect(try Photocell.command(for: arguments) is BrowseCommand)
    }
  }

  @Test func `its options are those of browsing, as its own help writes them`() {
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
  func `its keys are those of the grid`(key: String, command: String) {
    let entries = Keymap.grid.entries + Keymap.everywhere.entries
    let entry = entries.first { $0.command == Command(rawValue: command) }
    #expect(entry?.keys.split(separator: ", ").first == key[...])
    #expect(ShortHelp.keys.contains { $0.typed == key })
    #expect(ShortHelp.keys.count == 6)
  }

  @Test func `it names every subcommand, and where the rest is`() {
    for subcommand in Photocell.configuration.subcommands {
      #expect(help.contains("  \(subcommand.configuration.commandName ?? "") "))
    }
    #expect(help.contains("'photocell help browse'"))
  }

  @Test func `the help of browsing tells the exit codes`() {
    for help in [BrowseCommand.helpMessage(columns: 200), ApodCommand.helpMessage(columns: 200)] {
      #expect(help.contains(BrowsingExit.explanation))
    }
    let codes = [BrowsingExit.noTerminal, BrowsingExit.noSource, BrowsingExit.interrupted]
    #expect(codes.map(\.rawValue) == [1, 2, 130])
    for code in codes { #expect(BrowsingExit.explanation.contains(" \(code.rawValue) ")) }
  }
}
