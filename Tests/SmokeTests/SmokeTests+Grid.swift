import Testing

extension SmokeTests {
  @TerminalThread struct Grid {
    @Test func `names, the status line and exact colours are drawn at 80 by 24`() throws {
      let session = try ShellSession.browsing()
      let text = try session.text
      #expect(text.status.hasPrefix("1/24  photo-1-alpine-lake.jpg  640x480  45 kB"))
      #expect(text.lines[6].contains(" 1-alpine-lake "))
      #expect(text.lines[22].contains("12-lavender"))
      try session.wait(for: ContactSheet(width: 80))
      let styled = try session.styled
      #expect(styled.exactCells.count > 80 * 22 / 2)
      #expect(styled.exactColors.count > 1000)
    }

    @Test func `all photos are drawn with their whole names at 200 by 50`() throws {
      let session = try ShellSession.browsing(columns: 200, rows: 50)
      let text = try session.text
      #expect(TestedProgram.photoNames.count == 24)
      for name in TestedProgram.photoNames { #expect(text.shows(name)) }
      #expect(text.status.hasPrefix("1/24  "))
      #expect(try session.styled.exactColors.count > 5000)
    }

    @Test func `every motion key moves the selection, and the status line follows`() throws {
      let session = try ShellSession.browsing()
      for (keys, place) in Self.moves {
        for key in keys { try session.press(key) }
        try session.wait(forStatus: "\(place)/24  \(TestedProgram.photoNames[place - 1])  ")
      }
    }

    /// Keys, and the number of the photo where they lead, in a grid of four columns and three rows.
    private static let moves: [([String], Int)] = [
      (["l"], 2), (["j"], 6), (["h"], 5), (["k"], 1), (["Right"], 2), (["Down"], 6), (["Left"], 5),
      (["Up"], 1), (["G"], 24), (["g", "g"], 1), (["5", "l"], 6), (["C-f"], 18), (["C-b"], 6),
      (["C-d"], 10), (["C-u"], 6), (["PageDown"], 18), (["PageUp"], 6), (["End"], 24),
      (["Home"], 1), (["1", "2", "G"], 12), (["3", "g", "g"], 3), (["k"], 3),
      (["9", "9", "j"], 23),
    ]

    /// None of these screens has room for all photos, which would make them larger than on a sheet.
    @Test(arguments: [["100x24", "60x24", "80x24"], ["10x3", "1x1", "80x24"]])
    func `after a resize the grid is laid out again, and nothing is left over`(sizes: [String])
      throws
    {
      let session = try ShellSession.browsing()
      for size in sizes {
        let parts = size.split(separator: "x").compactMap { Int($0) }
        try session.resize(columns: parts[0], rows: parts[1])
        guard parts[1] >= 20 else { continue }
        try session.wait(for: ContactSheet(width: parts[0]))
        let text = try session.wait(forStatus: "1/24  photo-1-alpine-lake.jpg")
        #expect(text.lines.count == parts[1])
      }
    }

    @Test(arguments: [
      "--color truecolor --symbols half", "--color truecolor --symbols sextants",
      "--color 256", "--color 16", "--color none --symbols ascii",
    ])
    func `the terminal shows exactly the characters and colours of the sheet`(
      options: String
    ) throws {
      let session = try ShellSession.browsing("photocell \(options) photos")
      try session.wait(for: ContactSheet(width: 80, options: options))
    }

    @Test func `plus and minus change the number of columns`() throws {
      let session = try ShellSession.browsing()
      for (key, columns) in [("+", 3), ("-", 4), ("-", 5), ("=", 4)] {
        try session.press(key)
        try session.wait(for: "\(columns) names in the first row of names") { screen in
          let names = screen.lines.first { $0.contains("1-alpine") } ?? ""
          return screen.isAtRest && names.matches(of: /\d-[a-z]/).count == columns
        }
      }
    }

    @Test func `x makes images load again from memory, and c from their files`() throws {
      let session = try ShellSession.browsing("photocell --private photos")
      let sheet = try ContactSheet(width: 80)
      try session.wait(for: sheet)
      try session.press("x")
      try session.wait(forStatus: "1/24  ✓ 12 images removed from the screen, ")
      try session.press("Escape", "i")
      try session.wait(for: "a picture from memory") { $0.status.contains("  45 kB  memory ") }
      try session.press("c")
      let text = try session.wait(for: "an empty memory") {
        $0.status.contains(" images removed from memory, ")
      }
      let words = text.status.split(separator: " ")
      #expect(words[8].hasSuffix("B"))
      #expect(try #require(Int(words[2])) >= 12)
      try session.press("Escape")
      try session.wait(for: "a picture from its file") {
        $0.isAtRest && $0.status.contains("45 kB  file ")
      }
      try session.press("i")
      try session.wait(for: sheet)
    }
  }
}
