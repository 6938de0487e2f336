import ArgumentParser
import Testing

@testable import photocell

/// Browsing is read by itself first: nobody may notice.
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
  func `another command is found by its name`(line: [String]) throws {
    let command = try Photocell.command(for: line)
    #expect(!(command is BrowseCommand))
    #expect(type(of: command) == (try type(of: Photocell.parseAsRoot(line))))
  }

  @Test(arguments: [
    ["--version"], ["photos", "--version"], ["--generate-completion-script", "csh"],
    ["photos", "--nonsense"], ["--ttl"], ["--ttl", "soon"], ["--no-cache", "--ttl", "3s"],
    ["-", "-"], ["--json"], ["sheet", "--nonsense"], ["cache"], ["--seed", "1"],
  ])
  func `what is refused is told by the whole program`(line: [String]) throws {
    #expect(
      try refusal { try Photocell.command(for: line) }
        == refusal { try Photocell.parseAsRoot(line) })
  }

  @Test(arguments: ["sheet", "browse", ""])
  func `the demo photos are a source of their own`(command: String) throws {
    let line = [command, "--demo"].filter { !$0.isEmpty }
    _ = try Photocell.command(for: line)
    #expect(throws: (any Error).self) { try Photocell.command(for: line + ["photos"]) }
    #expect(throws: (any Error).self) { try Photocell.command(for: line + ["-i", "list"]) }
  }

  @Test func `the demo takes the looks, but nothing that draws none`() throws {
    let look = ["--demo-race", "--theme", "quiet", "--no-motion", "--cursor"]
    let command = try #require(try Photocell.command(for: look) as? BrowseCommand)
    #expect(!command.looks.allowsMotion && command.looks.showsCursor)
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
