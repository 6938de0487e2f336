import Testing

extension SmokeTests {
  /// The colours that are sent, read from the bytes.
  @TerminalThread struct Colors {
    /// The last query, which every terminal replies to.
    private static let lastQuestion = "\u{1B}[c"
    /// The status line's text once the first image is loaded.
    private static let firstPicture = "640x480"

    private nonisolated static let xterm =
      "\u{1B}P>|XTerm(398)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[?64;1c"
    private static let kitty =
      "\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}P1$r48:2:1:2:3m\u{1B}\\\u{1B}[?62c"
    private static let stock = ["TERM": "xterm"]

    @Test(arguments: ["xterm", "screen", "linux", "xterm-256color", "foo"])
    func `--color 256 sends colours of the palette and no others`(type: String) throws {
      let forms = try forms("--color 256", ["TERM": type], answering: Self.answer(of: type))
      #expect(forms.contains(.palette))
      #expect(forms.isSubset(of: [.palette, .ansi]))
    }

    @Test(arguments: ["xterm", "screen", "linux", "xterm-256color", "foo"])
    func `--color 16 sends the sixteen colours in the forms that the terminal has for them`(
      type: String
    ) throws {
      let forms = try forms("--color 16", ["TERM": type], answering: Self.answer(of: type))
      #expect(forms == (type == "linux" ? [.ansi] : [.dark, .bright]))
    }

    @Test func `TERM=xterm without a reply about colours gets 256 colours`() throws {
      #expect(try forms("", Self.stock, answering: "\u{1B}[?6c").contains(.palette))
      #expect(try !forms("", Self.stock, answering: "\u{1B}[?6c").contains(.exact))
    }

    @Test
    func `NO_COLOR suppresses colours whatever the terminal replies, unless --color sets them`()
      throws
    {
      let variables = ["TERM": "xterm", "NO_COLOR": "1", "COLORTERM": "truecolor"]
      #expect(try forms("", variables) == [])
      #expect(try forms("--color truecolor", variables).contains(.exact))
    }

    /// The reply of a terminal type: GNU screen does not report a name.
    private static func answer(of type: String) -> String {
      type == "screen" ? "\u{1B}[?1;2c" : xterm
    }

    /// The forms of the colours sent from the first image on, to a terminal that replies at once.
    private func forms(
      _ options: String, _ variables: [String: String], answering answer: String = xterm
    ) throws -> Set<SentColors> {
      let terminal = try PlayedTerminal(options, variables: variables)
      var start = 0
      if variables["TERM"] != "linux" {
        try terminal.wait(for: Self.lastQuestion)
        terminal.send(answer)
        start = terminal.place
      }
      try terminal.wait(for: Self.firstPicture, after: start)
      terminal.send("q")
      terminal.waitForEnd()
      return SentColors.forms(in: terminal.written(after: start))
    }

    @Test(arguments: [("screen", 0), ("xterm", 1), ("foo", 1)])
    func `the rendition query is not sent to GNU screen, which would print it`(
      type: String, count: Int
    ) throws {
      let terminal = try PlayedTerminal("", variables: ["TERM": type])
      let asked = try terminal.wait(for: Self.lastQuestion)
      #expect(asked.split(separator: "$qm").count == count + 1)
    }

    @Test func `tmux with TERM=screen gets 256 colours`() throws {
      let answer = "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c"
      #expect(try forms("", ["TERM": "screen"], answering: answer).contains(.palette))
    }

    @Test(arguments: ["xterm", "foo"])
    func `a late reply switches to exact colours`(type: String) throws {
      let terminal = try PlayedTerminal("", variables: ["TERM": type])
      try terminal.wait(for: Self.firstPicture)
      let before = terminal.written(after: 0)
      #expect(!SentColors.forms(in: before.split(separator: Self.lastQuestion)[1]).contains(.exact))
      let start = terminal.place
      terminal.send(Self.xterm)
      #expect(SentColors.forms(in: try terminal.wait(for: ";2;", after: start)).contains(.exact))
    }

    @Test func `a reply that arrives byte by byte takes effect and is not read as keys`() throws {
      let terminal = try PlayedTerminal("", variables: Self.stock)
      try terminal.wait(for: Self.firstPicture)
      let start = terminal.place
      for character in Self.kitty { terminal.send(String(character)) }
      try terminal.wait(for: ";2;", after: start)
      try terminal.wait(for: "\u{1FB02}", after: start)
      #expect(!terminal.output.contains("no key"))
    }

    @Test func `invalid replies are ignored and not read as keys`() throws {
      let terminal = try PlayedTerminal("", variables: Self.stock)
      try terminal.wait(for: Self.firstPicture)
      let start = terminal.place
      let strings = ["P1$rq;:;\u{FF}\u{FE}m", "P>|", "Pqqq", "_Gi=1;q", "]q", "^q", "Xq"]
      for string in strings { terminal.send("\u{1B}\(string)\u{1B}\\") }
      terminal.send("\u{1B}[?1;2cl")
      let after = try terminal.wait(for: "2-summer-storm", after: start)
      #expect(!after.contains("no key") && !SentColors.forms(in: after).contains(.exact))
    }

    @Test(arguments: [
      (xterm, "truecolor: the terminal's answer"),
      ("\u{1B}[?6c", "256: TERM=xterm; terminal did not say"),
      ("", "256: TERM=xterm; terminal did not answer"),
    ])
    func `the doctor queries the terminal, reports the reason and restores the modes`(
      answer: String, finding: String
    ) throws {
      let terminal = try PlayedTerminal("doctor", hasPhotos: false, variables: Self.stock)
      try terminal.wait(for: Self.lastQuestion)
      #expect(!terminal.isCooked)
      terminal.send(answer)
      let report = try terminal.wait(for: "caches", after: terminal.place)
      #expect(report.contains("colours            \(finding)"))
      #expect(terminal.isCooked)
    }

    @Test func `the doctor queries the terminal when its report goes into a pipe`() throws {
      let session = try ShellSession(columns: 100)
      try session.launch("photocell doctor | head -5")
      let screen = try session.untilPrompt()
      #expect(screen.shows("terminal           keyboard and screen"))
      #expect(screen.shows("name               tmux"))
      #expect(try session.exitCode() == 0)
    }

    @Test func `the doctor names a terminal type without terminfo`() throws {
      let terminal = try PlayedTerminal("doctor", hasPhotos: false, variables: ["TERM": "foo"])
      try terminal.wait(for: "No terminfo for foo; using xterm-256color")
    }
  }
}
