import Glibc
import Testing

extension CommandTests {
  /// The images that a terminal receives which a test plays.
  @CommandThread struct Pixels {
    private nonisolated static let kitty = """
      \u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=32;EINVAL:no\u{1B}\\\
      \u{1B}[6;18;9t\u{1B}[?62;c
      """
    private nonisolated static let konsole = """
      \u{1B}P>|Konsole 25.04.0\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}_Gi=32;ENOTSUPPORTED:\u{1B}\\\
      \u{1B}[6;18;9t\u{1B}[?62;1;4c
      """
    private nonisolated static let xterm = """
      \u{1B}P>|XTerm(398)\u{1B}\\\u{1B}[6;18;9t\u{1B}[?63;1;2;4c
      """

    /// Starts the program in a terminal, and sends the terminal's reply.
    private func terminal(_ answer: String, _ arguments: String = "--private") throws
      -> PlayedTerminal
    {
      let terminal = try PlayedTerminal(
        arguments, variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      terminal.repliesToStatusQueries = true
      try terminal.wait(for: "\u{1B}[c")
      terminal.send(answer)
      return terminal
    }

    @Test
    func `kitty receives each photo once, shows it by placeholders, and frees it on quitting`()
      throws
    {
      let terminal = try terminal(Self.kitty)
      try terminal.wait(for: "a=T,U=1")
      terminal.send("jjkkq")
      terminal.waitForEnd()
      let sent = terminal.output.matches(of: /\e_Ga=T,U=1,p=1,c=(\d+),r=(\d+),i=(\d+),f=(?:24|100)/)
        .map { String($0.3) }
      #expect(!sent.isEmpty && Set(sent).count == sent.count)
      let freed = terminal.output.matches(of: /\e_Ga=d,d=I,i=(\d+),q=2\e\\/).map { String($0.1) }
      #expect(Set(sent) == Set(freed))
      try expectOwnPlaceholders(String(decoding: terminal.bytes, as: UTF8.self), of: sent)
      #expect(terminal.isCooked)
    }

    /// Expects every placeholder to have three diacritics and the colour of an image that was sent.
    private func expectOwnPlaceholders(_ output: String, of ids: [String]) throws {
      let colors = Set(
        try ids.map { try #require(UInt32($0)) & 0xFF_FFFF }
          .map { "\($0 >> 16);\($0 >> 8 & 255);\($0 & 255)" })
      var color = ""
      var count = 0
      for piece in output.split(separator: "\u{1B}[") {
        if let set = piece.prefixMatch(of: /[\d;]*38;2;(\d+;\d+;\d+)[\d;]*m/) {
          color = String(set.1)
        }
        for character in piece where character.unicodeScalars.first == "\u{10EEEE}" {
          count += 1
          #expect(character.unicodeScalars.count == 4)
          #expect(colors.contains(color))
        }
      }
      #expect(count > 0)
    }

    private nonisolated static let iterm = """
      \u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4c
      """

    @Test(arguments: [
      (kitty, "kitty", "_Ga=T,"), (konsole, "kitty", "_Ga=t,"), (xterm, "sixel", "P0;1;0q"),
      (iterm, "iterm2", "]1337;File="),
    ])
    func `every byte of a session belongs to a known sequence of ncurses or of the program`(
      answer: String, kind: String, start: String
    ) throws {
      // This terminal reads only while the test waits.
      let terminal = try terminal(answer, "--private --bandwidth 100MB")
      for count in 1...4 where terminal.output.utf8.ranges(of: start.utf8).count < count {
        try terminal.wait(for: start, after: terminal.place)
      }
      // Two of these in one update change the screen, too.
      for keys in ["jjG", "ggj+-", "\r", "nnp", "qC", "q?", "q\u{0C}i", "b"] {
        let start = terminal.place
        terminal.send(keys)
        try terminal.wait(for: "\u{1B}[?2026l", after: start)
      }
      terminal.send("q")
      terminal.waitForEnd()
      let sent = SentBytes(terminal.bytes)
      // An image in front of an update would leave kitty without any until the update ends.
      #expect(!terminal.output.contains("\u{1B}\\\u{1B}[?2026h"))
      #expect(sent.strange == [])
      #expect(sent.counts[kind, default: 0] > 3)
      #expect(sent.counts["m", default: 0] > 0 && terminal.isCooked)
    }

    @Test(arguments: [SIGTERM, SIGSEGV, SIGKILL])
    func `a killed program leaves no image in kitty`(signal: Int32) throws {
      let terminal = try terminal(Self.kitty)
      try terminal.wait(for: "a=T,U=1")
      try terminal.wait(for: "1-")
      let start = terminal.place
      terminal.signal(signal)
      let last = try terminal.wait(for: "\u{1B}[?1049l", after: start)
      #expect(last.contains(/\e_Ga=d,d=R,x=\d+,y=\d+,q=2\e\\/))
    }

    @Test func `images that are placed without placeholders are removed and freed`() throws {
      let terminal = try terminal(Self.konsole)
      try terminal.wait(for: "a=p,i=")
      terminal.send("GC")
      try terminal.wait(for: "a=d,d=i,i=")
      terminal.send("qq")
      terminal.waitForEnd()
      let sent = terminal.output.matches(of: /\e_Ga=t,i=(\d+),f=32/).map { String($0.1) }
      let freed = terminal.output.matches(of: /\e_Ga=d,d=I,i=(\d+),q=2\e\\/).map { String($0.1) }
      #expect(!sent.isEmpty && Set(sent) == Set(freed))
      #expect(terminal.isCooked)
    }

    @Test func `sixels never reach into the last row`() throws {
      let terminal = try terminal(Self.xterm)
      try terminal.wait(for: "\u{1B}\\\u{1B}8")
      terminal.send("q")
      terminal.waitForEnd()
      let pictures = terminal.output.matches(
        of: /\e7\e\[(\d+);(\d+)H\eP[\d;]*q"1;1;(\d+);(\d+)[^\e]*\e\\\e8/)
      #expect(!pictures.isEmpty)
      for picture in pictures {
        let row = try #require(Int(picture.1))
        let height = try #require(Int(picture.4))
        #expect(row - 1 + (height + 17) / 18 <= 23)
      }
      #expect(terminal.isCooked)
    }

    @Test func `a sheet is printed in pixels on a terminal that supports them`() throws {
      let terminal = try terminal(Self.kitty, "sheet --private")
      terminal.waitForEnd()
      let sent = terminal.output.matches(of: /\e_Ga=T,U=1/).count
      #expect(sent == 24)
      #expect(Self.hasPlaceholder(terminal) && !terminal.output.contains("a=d"))
    }

    @Test func `--images symbols sends no pixels`() throws {
      let terminal = try terminal(Self.kitty, "--private --images symbols")
      try terminal.wait(for: "640x480")
      terminal.send("q")
      terminal.waitForEnd()
      #expect(!terminal.output.contains("a=T") && !Self.hasPlaceholder(terminal))
    }

    /// Whether kitty's placeholder was written, which is one character with its diacritics.
    private static func hasPlaceholder(_ terminal: PlayedTerminal) -> Bool {
      terminal.output.unicodeScalars.contains("\u{10EEEE}")
    }
  }
}
