import ArgumentParser
import Imaging
import Testing

@testable import photocell

@Suite("photocell decode options")
struct DecodeCommandTests {
  @Test(arguments: [["a"], ["--info", "a"], ["--json", "a"], ["--summary", "a"], ["-0"]])
  func `a file or -0 is enough, and --info, --json and --summary are accepted`(words: [String])
    throws
  {
    let command = try DecodeCommand.parse(words)
    #expect(command.summary == words.contains("--summary"))
  }

  @Test(arguments: [[], ["--info"], ["--summary", "--json", "a"], ["--size", "0", "a"]])
  func `missing files, contradictory options and a size of zero are refused`(words: [String]) {
    #expect(throws: (any Error).self) { try DecodeCommand.parse(words) }
  }

  @Test func `a region is parsed as a size and an offset, and an invalid one is refused`() throws {
    let command = try DecodeCommand.parse(["--region", "1920x1080+400+30", "a"])
    #expect(command.region == PixelRect(x: 400, y: 30, width: 1920, height: 1080))
    for text in ["1920x1080", "1x1+0", "1+1+0+0", "0x1+0+0", "1x1+-1+0", "1x1+0+0+", "", "axb+c+d"]
    {
      #expect(throws: (any Error).self) { try DecodeCommand.parse(["--region", text, "a"]) }
    }
  }

  @Test func `the table's heading names every column`() {
    #expect(
      InspectedFile.heading
        == "type        size, orientation           decoder         time  file\n")
  }
}
