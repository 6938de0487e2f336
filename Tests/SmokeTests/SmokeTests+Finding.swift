import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Finding {
    @Test
    func `a filter shows the matching photos, Enter closes the prompt, and Esc clears the filter`()
      throws
    {
      let session = try ShellSession.browsing("photocell photos")
      try session.press("f", "s", "t", "o", "r", "m")
      try session.wait(for: "a filter") { $0.status.contains("1/1 of ") }
      try session.press("Enter")
      try session.wait(for: "no line") { !$0.lines.contains { $0.contains("Esc cancel") } }
      try session.press("Escape")
      try session.wait(for: "all photos") { !$0.status.contains(" of ") }
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test func `a command is found in the list by a part of its name, and runs`() throws {
      let session = try ShellSession.browsing("photocell photos")
      try session.press(":", "s", "-", "r", "e", "v", "e", "r", "s", "e", "d")
      let list = try session.wait(for: "the list") { screen in
        screen.lines.dropLast().last?.hasPrefix(" : s-reversed ") == true
      }
      #expect(
        list.shows("╭─ commands ") && list.shows(" sort-pixels-reversed") && list.shows(" oP │"))
      try session.press("Tab", "Tab", "BTab")
      try session.wait(for: "the first one in the line") { screen in
        screen.shows("│›sort-brightness-reversed")
          && screen.shows(" : sort-brightness-reversed")
      }
      try session.press("C-u", "s", "o", "r", "t", "-", "s", "i", "z", "e", "-", "Tab", "Enter")
      try session.wait(for: "sizes") { $0.status.contains("largest first") && !$0.shows("╭─") }
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test func `a filter is completed from the photos, and F1 shows its language`() throws {
      let session = try ShellSession(columns: 100)
      try session.launch(
        "mkdir album; cp photos/*alpine* album; cp photos/*storm* album/storm.jpeg")
      try session.untilPrompt()
      try session.launch("photocell album")
      try session.wait(for: "the grid at rest") { $0.isAtRest && $0.status.contains("1/2") }
      try session.press("f", "e", "x", "Tab", "Tab")
      try session.wait(for: "the extensions") { screen in
        screen.shows("╭─ ext ") && screen.shows("│ jpeg                      1 photo ")
      }
      try session.press("Tab", "Tab")
      try session.wait(for: "the second one") { screen in
        screen.status.hasPrefix("1/1 of 2") && screen.shows("│›jpg") && screen.shows(": ext:jpg ")
      }
      let line = try session.text.lines.dropLast().last
      try session.press("F1")
      try session.wait(for: "the page of filters") { $0.shows("size:300kB-2MB") }
      try session.press("F1")
      try session.wait(for: "the same line") { $0.lines.dropLast().last == line }
      try session.press("Enter")
      try session.wait(for: "no line") { !$0.shows("Esc cancel") && !$0.shows("╭─ ext ") }
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test func `--sort and --reverse set the order, and keys change it`() throws {
      let session = try ShellSession.browsing("photocell --sort name --reverse photos")
      try session.wait(for: "the last photo") {
        $0.status.contains("1/") && $0.status.contains("reversed")
      }
      try session.press("o", "n")
      try session.wait(for: "the other way round") {
        $0.status.contains("by name") && !$0.status.contains("reversed")
      }
      try session.press("o", "S")
      try session.wait(for: "sizes") { $0.status.contains("largest first") }
      try session.press("q")
      try session.untilPrompt()
    }

    @Test(arguments: [("q", "photos/\0"), ("C-c", "before")])
    func `--cwd-file receives the last photo's folder on quitting, and nothing after Ctrl-C`(
      key: String, written: String
    ) throws {
      let session = try ShellSession.browsing(
        "printf before >where; photocell --cwd-file where photos")
      try session.press("G", key)
      try session.untilPrompt()
      #expect(session.home.bytes(of: "where") == Array(written.utf8))
    }
  }
}
