import Testing

@testable import Terminal

@Suite("The terminfo entry")
struct TerminfoEntryTests {
  @Test func `an entry is named after the terminal and the version of its own form`() throws {
    let entry = try #require(TerminfoEntry(base: "xterm-256color"))
    #expect(entry.name == "photocell-3-xterm-256color")
    #expect(entry.path == "p/photocell-3-xterm-256color")
  }

  @Test func `a source begins with the entry's name and ends with the user's terminal`() throws {
    let lines = try #require(TerminfoEntry(base: "foot")).source.split(separator: "\n")
    #expect(lines.first?.hasPrefix("photocell-3-foot|") == true)
    #expect(lines.last == "\tuse=foot,")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("\t") && $0.hasSuffix(",") })
  }

  @Test(arguments: [
    ("xterm-256color", false), ("foot", false), ("xterm-kitty", true), ("tmux-256color", true),
  ])
  func `rows are scrolled only where images follow`(base: String, isScrolled: Bool) throws {
    let source = try #require(TerminfoEntry(base: base)).source
    for string in ["csr", "ind", "indn", "ri", "rin", "il", "il1", "dl", "dl1"] {
      #expect(source.contains(try Regex("[\\t ]\(string)@,")) != isScrolled)
    }
  }

  @Test(arguments: ["", "a/b", "../x", "a b", "a,b", "a|b", "a\nb", "a\u{1B}b", "é"])
  func `a name that is invalid in a source gives no entry`(base: String) {
    #expect(TerminfoEntry(base: base) == nil)
  }
}
