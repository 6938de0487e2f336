import ArgumentParser
import Base
import Testing

@testable import photocell

@Suite("Source options")
struct PhotoOptionsTests {
  @Test(arguments: ["-r", "--recursive"])
  func `folders are descended into with -r and --recursive`(option: String) throws {
    #expect(try SourceOptions.parse([option, "a"]).isRecursive)
    #expect(try SourceOptions.parse(["a"]).isRecursive == false)
  }

  @Test(arguments: [
    ([], ["."], false), (["a", "https://h.example/"], ["a", "https://h.example/"], false),
    (["-0", "-"], ["-"], true), (["a", "-"], ["a", "-"], true), (["-i", "-"], [], true),
    (["-i", "list", "a"], ["a"], false), (["--input", "list"], [], false),
  ])
  func `sources are the arguments, or the working folder`(
    words: [String], arguments: [String], readsStandardInput: Bool
  ) throws {
    let sources = try SourceOptions.parse(words)
    #expect(sources.arguments.map(\.lossyText) == arguments)
    #expect(sources.readsStandardInput == readsStandardInput)
  }

  @Test func `one source is the same without parsing`() throws {
    let path = try #require(PathArgument(argument: "a"))
    let source = SourceOptions.one(path, providedBy: try ProviderOptions.parse([]))
    #expect(try String(describing: source) == String(describing: SourceOptions.parse(["a"])))
  }

  @Test func `naming standard input twice is refused`() {
    #expect(throws: (any Error).self) { try SourceOptions.parse(["-", "-i", "-"]) }
    #expect(throws: (any Error).self) { try SourceOptions.parse(["-", "-"]) }
  }

  @Test(arguments: [
    ["--count", "0"], ["--count", "1", "--since", "2024-01-01"], ["--since", "2024-02-30"],
    ["--endpoint", "nowhere"], ["--count", "100001"],
  ])
  func `an invalid count, date or endpoint is refused`(words: [String]) {
    #expect(throws: (any Error).self) { try ApodOptions.parse(words) }
  }

  @Test func `--columns is refused without --sheet`() throws {
    #expect(throws: (any Error).self) { try ApodCommand.parse(["--columns", "3"]) }
    #expect(try ApodCommand.parse(["--sheet", "--columns", "3"]).sheet.columns == 3)
  }
}
