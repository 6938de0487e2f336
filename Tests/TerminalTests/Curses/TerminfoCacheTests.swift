import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Compiled terminfo entries", .serialized)
@MainActor
struct TerminfoCacheTests {
  private func entry() throws -> TerminfoEntry {
    try #require(TerminfoEntry(base: "xterm-256color"))
  }

  private func cache(
    _ variables: [String: String], compiler: String = "tic"
  ) -> TerminfoCache {
    TerminfoCache(environment: { variables[$0] }, compiler: compiler)
  }

  @Test func `the entry is compiled once and read back exactly`() throws {
    let home = TemporaryFolder()
    let cache = cache(["XDG_CACHE_HOME": home.path])
    let folder = try #require(cache.folder(with: entry()))
    #expect(folder == "\(home.path)/photocell/terminfo")
    let text = try Shell.output(
      of: "infocmp -x -1 -A \(folder) \(entry().name) | tr -d '\\t'")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains("RGB,"))
    #expect(lines.contains { ["colors#0x1000110,", "colors#16777488,"].contains($0) })
    #expect(lines.contains { ["pairs#0x1000000,", "pairs#16777216,"].contains($0) })
    #expect(lines.contains { $0.hasPrefix("setaf=\\E[%?%p1%{16777216}%<%t38;2;%p1%{65536}") })
    #expect(lines.contains { $0.hasPrefix("setab=\\E[%?%p1%{16777216}%<%t48;2;%p1%{65536}") })
    #expect(lines.contains("cup=\\E[%i%p1%d;%p2%dH,"))
    #expect(!lines.contains { $0.hasPrefix("initc=") || $0.hasPrefix("kmous=") })
    #expect(try Shell.output(of: "ls \(folder)") == "p\n")
  }

  @Test(arguments: [
    ("xterm", [0, 0x10203, 0xFFFFFF], ["38;2;0;0;0", "38;2;1;2;3", "38;2;255;255;255"]),
    ("xterm", [0x100_0000, 0x100_00FF], ["38;5;0", "38;5;255"]),
    ("screen", [0x100_0100, 0x100_0107, 0x100_0108, 0x100_010F], ["30", "37", "90", "97"]),
    ("linux", [0x100_0100, 0x100_010F, 0x100_0010], ["38;5;0", "38;5;15", "38;5;16"]),
  ])
  func `every colour number gives the SGR code of its colour`(
    base: String, numbers: [Int], codes: [String]
  )
    throws
  {
    let home = TemporaryFolder()
    let entry = try #require(TerminfoEntry(base: base))
    let folder = try #require(cache(["XDG_CACHE_HOME": home.path]).folder(with: entry))
    for (number, code) in zip(numbers, codes) {
      let tput = "TERMINFO=\(folder) tput -T \(entry.name)"
      #expect(try Shell.output(of: "\(tput) setaf \(number)") == "\u{1B}[\(code)m")
      let background = code.hasPrefix("9") ? "10\(code.dropFirst())" : "4\(code.dropFirst())"
      #expect(try Shell.output(of: "\(tput) setab \(number)") == "\u{1B}[\(background)m")
    }
  }

  @Test func `an existing entry is not compiled again`() throws {
    let home = TemporaryFolder()
    let first = try cache(["XDG_CACHE_HOME": home.path]).folder(with: entry())
    let broken = "/nonexistent/tic"
    let second = try cache(["XDG_CACHE_HOME": home.path], compiler: broken).folder(with: entry())
    #expect(first != nil)
    #expect(second == first)
  }

  @Test func `HOME is used if XDG_CACHE_HOME is relative`() throws {
    let home = TemporaryFolder()
    let folder = try #require(
      try cache(["XDG_CACHE_HOME": "cache", "HOME": home.path]).folder(with: entry()))
    #expect(folder == "\(home.path)/.cache/photocell/terminfo")
  }

  @Test func `an entry that cannot be stored is in a temporary folder until it is discarded`()
    throws
  {
    let place = TemporaryFolder()
    let cache = cache(["XDG_CACHE_HOME": "/proc/self/none", "TMPDIR": place.path])
    let folder = try #require(cache.folder(with: entry()))
    #expect(folder.hasPrefix("\(place.path)/"))
    #expect(access("\(folder)/\(try entry().path)", R_OK) == 0)
    cache.discard(folder, of: try entry())
    #expect(try Shell.output(of: "ls \(place.path)") == "")
  }

  @Test(arguments: ["/nonexistent/tic", "false", "true"])
  func `without a working compiler there is no folder, and no file is left`(program: String) throws
  {
    let place = TemporaryFolder()
    let cache = cache(
      ["HOME": place.path, "TMPDIR": place.path], compiler: program)
    #expect(try cache.folder(with: entry()) == nil)
    #expect(try Shell.output(of: "find \(place.path) -type f") == "")
  }

  @Test func `an unknown terminal cannot be compiled`() throws {
    let place = TemporaryFolder()
    let unknown = try #require(TerminfoEntry(base: "photocell-no-such-terminal"))
    #expect(cache(["HOME": place.path, "TMPDIR": place.path]).folder(with: unknown) == nil)
  }
}
