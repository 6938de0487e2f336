import Testing

extension SmokeTests {
  @TerminalThread struct Mouse {
    @Test func `a click selects the photo under it`() throws {
      let session = try ShellSession.browsing()
      try session.send(Self.click(column: 30, row: 10))
      try session.wait(forStatus: "6/24  photo-6-red-mesas.jpg")
    }

    @Test func `the wheel scrolls by a row, and the selection stays visible`() throws {
      let session = try ShellSession.browsing()
      try session.send("\u{1B}[<65;10;5M")
      try session.wait(for: "the second row at the top") { $0.lines[6].contains("5-galaxy") }
      try session.wait(forStatus: "5/24")
      try session.send("\u{1B}[<64;10;5M")
      try session.wait(for: "the first row at the top") { $0.lines[6].contains("1-alpine") }
    }

    @Test func `a double click opens the photo under it`() throws {
      let session = try ShellSession.browsing()
      let click = Self.click(column: 50, row: 3)
      try session.send(click + click)
      try session.wait(for: "the third photo alone") {
        $0.isAtRest && $0.status.hasPrefix("3/24  photo-3-savanna.jpg") && !$0.shows("1-alpine")
      }
    }

    @Test func `dragging pans a photo that is larger than the screen`() throws {
      let session = try ShellSession.browsing()
      try session.press("Enter")
      try session.wait(for: "one large picture") { $0.isAtRest && $0.status.contains("640x480") }
      try session.press("4", "+")
      try session.wait(for: "a part of the photo") { $0.status.contains("300 %") }
      let seen = try Self.seen(session)
      #expect(!seen.isEmpty)
      try session.send("\u{1B}[<0;10;10M\u{1B}[<32;40;10M\u{1B}[<32;70;10M\u{1B}[<0;70;10m")
      try session.wait(for: "what is seen of it further to the left") { _ in
        try Self.seen(session).map { $0.map { $0 + 3 } } == seen
      }
    }

    /// The columns of each row that the small frame marks as the visible part of the photo.
    private static func seen(_ session: ShellSession) throws -> [[Int]] {
      try session.styled.rows.dropLast().map { row in
        row.indices.filter { row[$0].background == .palette(242) }
      }.filter { !$0.isEmpty }
    }

    @Test func `pasted text is not read as commands`() throws {
      let session = try ShellSession.browsing()
      try session.paste("qqq")
      try session.press("l")
      try session.wait(forStatus: "2/24")
      try session.wait(for: ContactSheet(width: 80))
      #expect(try session.state.modes.contains("alternate_on=1"))
    }

    /// The bytes for a press and a release of the left button; columns and rows count from 1.
    private static func click(column: Int, row: Int) -> String {
      "\u{1B}[<0;\(column);\(row)M\u{1B}[<0;\(column);\(row)m"
    }
  }
}
