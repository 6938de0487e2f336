import ArgumentParser
import Testing

@testable import photocell

/// Each command is parsed by itself first, with the results that parsing the whole program has.
@Suite struct CommandLineTests {
  @Test(arguments: [
    [], ["photos"], ["-r", "photos", "more"], ["--ttl", "30s", "photos"], ["./sheet"],
    ["--", "sheet"], ["-r", "sheet"], ["photos", "doctor"], ["--color=256", "-", "--private"],
    ["browse", "photos"], ["--demo-race", "--seed", "7"], ["--demo"],
    ["--compare-cache", "photos"],
  ])
  func `browsing is the default`(line: [String]) throws {
    let command = try Photocell.command(for: line)
    #expect(command is BrowseCommand)
    #expect(try String(describing: command) == String(describing: Photocell.parseAsRoot(line)))
  }

  @Test(arguments: [
    ["sheet", "photos"], ["apod", "--count", "3"], ["decode", "--info", "photo.jpg"], ["doctor"],
    ["cache", "stats"], ["help", "sheet"], ["help", "browse"], ["photos", "--help"],
    ["browse", "-h"], ["-h", "sheet"],
  ])
  func `a subcommand is found by its name`(line: [String]) throws {
    let command = try Photocell.command(for: line)
    #expect(!(command is BrowseCommand))
    #expect(type(of: command) == (try type(of: Photocell.parseAsRoot(line))))
  }

  @Test(arguments: [
    ["preview", "--size", "80x24", "--info", "a.jpg"], ["preview", "--clear"], ["info", "a.jpg"],
    ["sheet", "-r", "photos"], ["browse", "-r"], ["export", "a.jpg", "--to", "x"],
    ["cache", "stats"], ["config", "check"],
  ])
  func `a named command gets the values that parsing the whole program gives`(line: [String]) throws
  {
    #expect(
      try String(describing: Photocell.command(for: line))
        == String(describing: Photocell.parseAsRoot(line)))
  }

  @Test(arguments: [
    ["--version"], ["photos", "--version"], ["--generate-completion-script", "csh"],
    ["photos", "--nonsense"], ["--ttl"], ["--ttl", "soon"], ["--no-cache", "--ttl", "3s"],
    ["-", "-"], ["--json"], ["sheet", "--nonsense"], ["cache"], ["--seed", "1"],
    ["preview"], ["preview", "--version"], ["preview", "--help"], ["preview", "a", "b"],
    ["preview", "--generate-completion-script", "bash"], ["info", "--generate-completion-script"],
    ["cache", "--help"], ["cache", "stats", "--nonsense"],
  ])
  func `a refused line has the same message and exit code as when the whole program parses it`(
    line: [String]
  ) throws {
    #expect(
      try refusal { try Photocell.command(for: line) }
        == refusal { try Photocell.parseAsRoot(line) })
  }

  @Test(arguments: ["sheet", "browse", ""])
  func `--demo is refused together with other sources`(command: String) throws {
    let line = [command, "--demo"].filter { !$0.isEmpty }
    _ = try Photocell.command(for: line)
    #expect(throws: (any Error).self) { try Photocell.command(for: line + ["photos"]) }
    #expect(throws: (any Error).self) { try Photocell.command(for: line + ["-i", "list"]) }
  }

  @Test func `--demo-race accepts appearance options, and --plain only with --report`() throws {
    let look = ["--demo-race", "--theme", "quiet", "--no-motion", "--cursor"]
    let command = try #require(try Photocell.command(for: look) as? BrowseCommand)
    #expect(!command.browsing.appearance.allowsMotion && command.browsing.appearance.showsCursor)
    _ = try Photocell.command(for: ["--demo-race", "--report", "--plain"])
    #expect(throws: (any Error).self) { try Photocell.command(for: ["--demo-race", "--plain"]) }
  }

  private func refusal(_ parse: () throws -> any ParsableCommand) throws -> String {
    do {
      var command = try parse()
      try command.run()
      return "not refused"
    } catch {
      return "\(Photocell.exitCode(for: error)) \(Photocell.fullMessage(for: error))"
    }
  }
}
