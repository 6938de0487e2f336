import Testing

extension SmokeTests {
  @TerminalThread struct Mouse {
    @Test func `a click selects`() throws {
      let session = try ShellSession.browsing()
      try session.send(Self.click(column: 30, row: 10))
      try session.wait(forStatus: "6/24  photo-6-red-mesas.jpg")
    }

    @Test func `the wheel scrolls by a row, and the selection stays in sight`() throws {
      let session = try ShellSession.browsing()
      try session.send("\u{1B}[<65;10;5M")
      try session.wait(for: "the second row at the top") { $0.lines[6].contains("5-galaxy") }
      try session.wait(forStatus: "5/24")
      try session.send("\u{1B}[<64;10;5M")
      try session.wait(for: "the first row at the top") { $0.lines[6].contains("1-alpine") }
    }

    @Test func `a double click opens`() throws {
      let session = try ShellSession.browsing()
      let click = Self.click(column: 50, row: 3)
      try session.send(click + click)
      try session.wait(for: "the third photo alone") {
        $0.isAtRest && $0.status.hasPrefix("3/24  photo-3-savanna.jpg") && !$0.shows("1-alpine")
      }
    }

    @Test func `dragging takes a photo along that is larger than the screen`() throws {
      let session = try ShellSession.browsing()
      try session.press("Enter")
      try session.wait(for: "one large picture") { $0.isAtRest && $0.status.contains("640x480") }
      try session.press("4", "+")
      try session.wait(for: "a part of the photo") {
        $0.isAtRest && $0.status.contains("300 %")
      }
      let before = try session.styled.rows.prefix(12)
      try session.send("\u{1B}[<0;40;10M\u{1B}[<32;45;12M\u{1B}[<32;50;12M\u{1B}[<0;50;12m")
      try session.wait(for: "the same ten columns to the right and two rows down") { _ in
        let now = try session.styled.rows.dropFirst(2)
        return zip(before, now).allSatisfy {
          $0.prefix(40).elementsEqual($1.dropFirst(10).prefix(40))
        }
      }
    }

    @Test func `pasted keys are no commands`() throws {
      let session = try ShellSession.browsing()
      try session.paste("qqq")
      try session.press("l")
      try session.wait(forStatus: "2/24")
      try session.wait(for: ContactSheet(width: 80))
      #expect(try session.state.modes.contains("alternate_on=1"))
    }

    /// What a terminal sends for a press and a release of the left button; places count from 1.
    private static func click(column: Int, row: Int) -> String {
      "\u{1B}[<0;\(column);\(row)M\u{1B}[<0;\(column);\(row)m"
    }
  }
}
