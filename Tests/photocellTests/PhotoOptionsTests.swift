import ArgumentParser
import Testing

@testable import photocell

@Suite("The options of every way to look at photos")
struct PhotoOptionsTests {
  @Test(arguments: ["-r", "--recursive"])
  func `folders are descended into when that is asked for`(option: String) throws {
    #expect(try PhotoOptions.parse([option, "a"]).isRecursive)
    #expect(try PhotoOptions.parse(["a"]).isRecursive == false)
  }

  @Test func `the README names no option that there is not`() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let readme = try ReadmeText(path: "/\(root)/README.md")
    let help =
      BrowseCommand.helpMessage() + SheetCommand.helpMessage() + DecodeCommand.helpMessage()
      + DoctorCommand.helpMessage() + CacheStatsCommand.helpMessage()
      + CachePruneCommand.helpMessage()
    let options = readme.options
    #expect(options.count > 15)
    for option in options { #expect(help.contains(option), "\(option)") }
  }
}
