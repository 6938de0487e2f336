import Testing

extension SmokeTests {
  /// Replies of terminals that a test plays byte by byte, and their effect on images.
  @TerminalThread struct Pictures {
    private nonisolated static let kitty = """
      \u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}P1$r48:2:1:2:3m\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\
      \u{1B}_Gi=32;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[4;432;720t\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\
      \u{1B}[?62;c
      """
    private nonisolated static let xterm = """
      \u{1B}P>|XTerm(398)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[?2;0;720;432S\
      \u{1B}[?2;0;1000;1000S\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\
      \u{1B}[?63;1;2;4;6;9;15;16;17;18;21;22;28;29c
      """
    private nonisolated static let konsole = """
      \u{1B}P>|Konsole 25.04.0\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=32;ENOTSUPPORTED:\u{1B}\\\
      \u{1B}[6;18;9t\u{1B}[4;432;720t\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;1;4c
      """

    @Test(arguments: [
      (
        kitty,
        [
          "kitty: the terminal is kitty(0.41.1);", "shared memory      yes",
          "sixel              no",
          "9x18 pixels: the terminal's answer",
        ]
      ),
      (
        xterm,
        [
          "sixel: the terminal's answer;", "shared memory      no", "1000x1000 pixels at most",
          "9x18 pixels: the terminal's answer",
        ]
      ),
      (
        konsole,
        [
          "kitty-direct: the terminal's answer;", "shared memory      no", "sixel              yes",
          "9x18 pixels: the terminal's answer",
        ]
      ),
      ("", ["symbols: terminal did not answer", "cell               unknown"]),
    ])
    func `the doctor reports image capabilities as the terminal's reply states them`(
      answer: String, findings: [String]
    ) throws {
      let terminal = try PlayedTerminal(
        "doctor", hasPhotos: false, variables: ["TERM": "xterm-256color"])
      try terminal.wait(for: "\u{1B}[c")
      terminal.send(answer)
      let report = try terminal.wait(for: "caches", after: terminal.place)
      for finding in findings { #expect(report.contains(finding), "\(finding)") }
      #expect(terminal.isCooked)
    }

    @Test func `in tmux the outer terminal is queried through the passthrough`() throws {
      let terminal = try PlayedTerminal(
        "doctor", hasPhotos: false, variables: ["TERM": "tmux-256color", "TMUX": "/tmp/none,1,0"])
      let first = try terminal.wait(for: "\u{1B}[c")
      #expect(!first.contains("\u{1B}_G"))
      let start = terminal.place
      terminal.send("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
      try terminal.wait(for: "\u{1B}Ptmux;\u{1B}\u{1B}[>q\u{1B}\u{1B}_G", after: start)
      terminal.send(Self.kitty)
      let report = try terminal.wait(for: "caches", after: start)
      #expect(report.contains("outside tmux       kitty(0.41.1), with kitty pictures"))
      #expect(report.contains("kitty: the terminal is kitty(0.41.1);"))
    }

    @Test func `images are sent again when tmux is attached to another terminal`() throws {
      let question = "\u{1B}Ptmux;\u{1B}\u{1B}[>q\u{1B}\u{1B}_G"
      let sending = "\u{1B}_Ga=T,U=1"
      let terminal = try PlayedTerminal(
        "", variables: ["TERM": "tmux-256color", "TMUX": "/tmp/none,1,0", "COLORTERM": "truecolor"])
      try terminal.wait(for: "\u{1B}[c")
      var start = terminal.place
      terminal.send("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
      try terminal.wait(for: question, after: start)
      terminal.send(Self.kitty)
      try terminal.wait(for: sending, after: start)
      try terminal.wait(for: "\u{10EEEE}", after: start)

      start = terminal.place
      terminal.send("\u{1B}[I")
      let asked = try terminal.wait(for: ",p=1,c=", after: start)
      let id = asked.split(separator: "a=p,U=1,i=").last?.prefix { $0.isNumber } ?? ""
      start = terminal.place
      terminal.send(
        "\u{1B}P>|kitty(0.42.0)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=\(id),p=1;ENOENT:no\u{1B}\\\u{1B}[?62c"
      )
      try terminal.wait(for: sending, after: start)

      start = terminal.place
      terminal.send("\u{1B}[I")
      try terminal.wait(for: question, after: start)
      terminal.send("\u{1B}P>|XTerm(398)\u{1B}\\\u{1B}[?64;1c")
      try terminal.wait(for: "_Ga=d,d=I", after: start)

      start = terminal.place
      terminal.send("\u{1B}[I")
      try terminal.wait(for: question, after: start)
      start = terminal.place
      terminal.send(Self.kitty)
      try terminal.wait(for: sending, after: start)
    }

    /// ncurses scrolls rows and writes the cells of images again where it may.
    @Test func `sixels are neither scrolled nor overwritten with their marks`() throws {
      let terminal = try PlayedTerminal(
        "", variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      try terminal.wait(for: "\u{1B}[c")
      var start = terminal.place
      terminal.send(Self.xterm)
      for keys in ["", "\r", "n", "n", "q", "j", "\r", "q"] {
        terminal.send(keys)
        try terminal.wait(for: "\u{1B}P0;1;0q", after: start)
        start = terminal.place
      }
      terminal.send("q")
      terminal.waitForEnd()
      let written = terminal.written(after: 0)
      #expect(!written.contains("\u{2007}"))
      #expect(!written.contains(/\u{1B}\[\d*[ST]/))
    }

    @Test(arguments: [nil, "192.0.2.1 40000 192.0.2.2 22"], [true, false])
    func `kitty is sent images only as it confirms earlier ones`(
      connection: String?, confirms: Bool
    )
      throws
    {
      let (query, reply) = ("\u{1B}[5n", "\u{1B}[0n")
      let transmission = "\u{1B}_Ga=T,U=1"
      var variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
      variables["SSH_CONNECTION"] = connection
      let terminal = try PlayedTerminal("", variables: variables)
      try terminal.wait(for: "\u{1B}[c")
      var start = terminal.place
      let isRemote = connection != nil
      terminal.send(isRemote ? Self.kitty.replacing("i=32;OK", with: "i=32;ENOENT:no") : Self.kitty)
      var images = 0
      repeat {
        let before = try terminal.wait(for: query, after: start)
          .split(separator: query, maxSplits: 1, omittingEmptySubsequences: false)[0]
        start += before.utf8.count + query.utf8.count
        let batch = try terminal.wait(for: query, after: start)
        images += batch.split(separator: transmission, omittingEmptySubsequences: false).count - 1
        start = terminal.place
        if confirms { terminal.send(reply + reply) }
      } while confirms && images < 3
      // Before the first confirmation one batch is on its way, whatever is typed.
      terminal.send("lljjhhkkq")
      terminal.waitForEnd()
      let rest = terminal.written(after: start)
      #expect(confirms || !rest.contains(transmission) && !rest.contains("\u{1B}[?2026h"))
      #expect(terminal.isCooked)
    }

    @Test
    func `after a resize the cell size is queried once, and not if the kernel knows the pixels`()
      throws
    {
      let question = "\u{1B}[16t\u{1B}[14t\u{1B}[c"
      let terminal = try PlayedTerminal(
        "--images symbols", variables: ["TERM": "xterm-256color"])
      try terminal.wait(for: "\u{1B}[c")
      terminal.send(Self.kitty)
      try terminal.wait(for: "640x480")
      var start = terminal.place
      terminal.resize(columns: 60, rows: 20)
      try terminal.wait(for: question, after: start)
      for columns in UInt16(61)..<70 { terminal.resize(columns: columns, rows: 20) }
      terminal.send("l")
      let asked = try terminal.wait(for: "2-", after: start)
      #expect(asked.split(separator: question, omittingEmptySubsequences: false).count == 2)
      start = terminal.place
      terminal.send("\u{1B}[6;20;10t\u{1B}[?62c")
      try terminal.wait(for: question, after: start)
      start = terminal.place
      terminal.send("\u{1B}[6;20;10t\u{1B}[?62c")
      terminal.resize(columns: 90, rows: 30, pixels: (900, 600))
      terminal.send("l")
      #expect(try !terminal.wait(for: "3-", after: start).contains(question))
    }

    @Test func `in tmux without passthrough the status line shows the command that enables it`()
      throws
    {
      let session = try ShellSession()
      try session.launch("KITTY_WINDOW_ID=1 photocell photos")
      try session.wait(for: "the advice") {
        $0.status.contains("tmux set -p allow-passthrough on")
      }
      try session.press("j")
      try session.wait(for: "the facts") { !$0.status.contains("tmux set") }
      try session.press("q")
      try session.untilPrompt()
    }

    @Test(arguments: [kitty, xterm, konsole])
    func `replies between keys are not read as keys, however late they arrive`(answer: String)
      throws
    {
      let terminal = try PlayedTerminal(
        "--images symbols", variables: ["TERM": "xterm-256color"])
      try terminal.wait(for: "640x480")
      let start = terminal.place
      terminal.send("l")
      for character in answer { terminal.send(String(character)) }
      terminal.send(answer + "l")
      let after = try terminal.wait(for: "3-", after: start)
      #expect(!after.contains("no key"))
    }
  }
}
