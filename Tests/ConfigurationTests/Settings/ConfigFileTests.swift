import Configuration
import TestSupport
import Testing

@Suite("The configuration file on disk")
struct ConfigFileTests {
  @Test(arguments: [
    (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/photocell/config.toml"),
    (["HOME": "/h"], "/h/.config/photocell/config.toml"),
    (["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config/photocell/config.toml"),
    (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/photocell/config.toml"), ([:], nil),
  ])
  func `the path is below an absolute XDG_CONFIG_HOME, else below HOME`(
    environment: [String: String], path: String?
  ) {
    #expect(ConfigFile.path { environment[$0] } == path)
  }

  @Test func `a missing file is nil; folders, pipes, link loops and large files throw`() throws {
    let folder = TemporaryFolder()
    #expect(try ConfigFile.bytes(at: folder.name("none")) == nil)
    let whole = folder.write(Array("a = 1".utf8), as: "whole")
    #expect(try ConfigFile.bytes(at: whole) == Array("a = 1".utf8))
    folder.link("loop", to: folder.name("loop"))
    folder.fifo("pipe")
    _ = folder.write([UInt8](repeating: 35, count: 10_000_000), as: "large")
    for name in [".", "loop", "pipe", "large"] {
      #expect(throws: ConfigProblem.self) { try ConfigFile.bytes(at: folder.name(name)) }
    }
  }
}
