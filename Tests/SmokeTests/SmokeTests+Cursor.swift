import TestSupport
import Testing

extension SmokeTests {
  /// The position of the terminal's own cursor, which screen readers follow.
  @TerminalThread struct Cursor {
    private func text(at session: ShellSession, count: Int) throws -> Substring {
      let cursor = try session.cursor
      let line = try session.text.lines[cursor.row]
      return line.dropFirst(cursor.column).prefix(count)
    }

    @Test func `the hidden cursor is at the selected photo's name, and in a prompt after the text`()
      throws
    {
      let session = try ShellSession.browsing(columns: 120, rows: 40)
      #expect(try text(at: session, count: 13) == "1-alpine-lake")
      try session.press("l")
      try session.wait(forStatus: "2/24")
      try session.wait(for: "the cursor") { _ in
        try text(at: session, count: 13) == "2-summer-stor"
      }
      #expect(try !session.cursor.isSeen)
      try session.press("/")
      try session.send("lake")
      try session.wait(for: "what is typed") { $0.description.contains("search: lake") }
      #expect(try session.cursor.column == 13)
      #expect(try session.cursor.row == 38)
    }

    @Test
    func `--cursor shows the cursor at the selected photo's name, and quitting leaves it visible`()
      throws
    {
      let session = try ShellSession.browsing("photocell --cursor photos")
      #expect(try session.cursor.isSeen)
      #expect(try text(at: session, count: 13) == "1-alpine-lake")
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.cursor.isSeen)
    }

    @Test func `moving the cursor along with the selection takes at most 12 bytes`() throws {
      let terminal = try PlayedTerminal(
        "--images symbols --cursor", variables: ["TERM": "xterm-256color"])
      try terminal.wait(for: "╭")
      for key in ["l", "l", "j", "h", "k", "h"] {
        let frame = try terminal.frame(after: key)
        let seen = frame.matches(of: /\e\[(\?12|\?25|34)[hl]/)
        // After the last character the cursor moves and colours are reset.
        let move = try #require(
          frame.firstMatch(
            of: /((?:\e\[[0-9;]*[A-DGHd]|[\r\n\x08])+)(?:\e\(B|\e\[[0-9;]*m)*\e\[\?2026l$/)
        ).1
        #expect(seen.reduce(move.utf8.count) { $0 + $1.0.utf8.count } <= 12)
      }
    }
  }
}

extension PlayedTerminal {
  /// The bytes of the frame that draws the brackets beside another cell.
  fileprivate func frame(after key: String) throws -> Substring {
    let (bar, end) = ("╭", "\u{1B}[?2026l")
    var start = place
    send(key)
    while true {
      let written = try wait(for: end, after: start)
      guard let last = written.firstRange(of: end) else { continue }
      let frame = written[..<last.upperBound]
      if frame.contains(bar) { return frame }
      start += frame.utf8.count
    }
  }
}

extension ShellSession {
  /// The cursor of the terminal.
  fileprivate var cursor: (column: Int, row: Int, isSeen: Bool) {
    get throws {
      let numbers = try answer("#{cursor_x} #{cursor_y} #{cursor_flag}").split {
        " \n".contains($0)
      }
      .compactMap { Int($0) }
      return (numbers[0], numbers[1], numbers[2] == 1)
    }
  }
}
