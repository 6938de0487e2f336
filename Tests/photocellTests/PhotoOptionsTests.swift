import ArgumentParser
import Base
import Testing

@testable import photocell

@Suite("The options of every way to look at photos")
struct PhotoOptionsTests {
  @Test(arguments: ["-r", "--recursive"])
  func `folders are descended into when that is asked for`(option: String) throws {
    #expect(try SourceOptions.parse([option, "a"]).isRecursive)
    #expect(try SourceOptions.parse(["a"]).isRecursive == false)
  }

  @Test(arguments: [
    ([], ["."], false), (["a", "https://h.example/"], ["a", "https://h.example/"], false),
    (["-0", "-"], ["-"], true), (["a", "-"], ["a", "-"], true), (["-i", "-"], [], true),
    (["-i", "list", "a"], ["a"], false), (["--input", "list"], [], false),
  ])
  func `sources are what was said, or the working folder`(
    words: [String], arguments: [String], readsStandardInput: Bool
  ) throws {
    let sources = try SourceOptions.parse(words)
    #expect(sources.arguments.map(\.lossyText) == arguments)
    #expect(sources.readsStandardInput == readsStandardInput)
  }

  @Test func `standard input is read once`() {
    #expect(throws: (any Error).self) { try SourceOptions.parse(["-", "-i", "-"]) }
    #expect(throws: (any Error).self) { try SourceOptions.parse(["-", "-"]) }
  }

  @Test(arguments: [
    ["--count", "0"], ["--count", "1", "--since", "2024-01-01"], ["--since", "2024-02-30"],
    ["--endpoint", "nowhere"], ["--count", "100001"],
  ])
  func `a wrong number of days is refused`(words: [String]) {
    #expect(throws: (any Error).self) { try ApodOptions.parse(words) }
  }

  @Test func `the columns of a sheet belong to one`() throws {
    #expect(throws: (any Error).self) { try ApodCommand.parse(["--columns", "3"]) }
    #expect(try ApodCommand.parse(["--sheet", "--columns", "3"]).sheet.columns == 3)
  }
}
