import ArgumentParser
import Testing

@testable import photocell

@Suite("What is asked of photocell decode")
struct DecodeCommandTests {
  @Test(arguments: [["a"], ["--info", "a"], ["--json", "a"], ["--summary", "a"], ["-0"]])
  func `a file is enough, and says what --info does`(words: [String]) throws {
    let command = try DecodeCommand.parse(words)
    #expect(command.summary == words.contains("--summary"))
  }

  @Test(arguments: [[], ["--info"], ["--summary", "--json", "a"], ["--size", "0", "a"]])
  func `what makes no sense is refused`(words: [String]) {
    #expect(throws: (any Error).self) { try DecodeCommand.parse(words) }
  }

  @Test func `the heading stands above the columns`() {
    #expect(
      InspectedFile.heading
        == "type        size, orientation           decoder         time  file\n")
  }
}
