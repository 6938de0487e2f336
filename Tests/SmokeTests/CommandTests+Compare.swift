import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Compare {
    private let home = TemporaryFolder()

    private func run(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "compare"] + arguments,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    private func script(_ text: String) throws -> ProgramRun {
      try ProgramRun(
        ["sh", "-c", text],
        environment: TestedProgram.environment(home: home.path) + [
          "PHOTOCELL=\(TestedProgram.path)", "GIT_CONFIG_GLOBAL=/dev/null",
        ], folder: home.path)
    }

    /// A gray picture with one white pixel, as a portable pixmap.
    private func write(_ name: String, white: Int?, width: Int = 8) {
      var bytes = Array("P6 \(width) 4 255\n".utf8) + [UInt8](repeating: 90, count: width * 12)
      if let white { for channel in 1...3 { bytes[bytes.count - white * 3 - channel] = 255 } }
      _ = home.write(bytes, as: name)
    }

    @Test func `the report says what differs, and the exit code whether anything does`() throws {
      write("a.ppm", white: nil)
      write("b.ppm", white: 1)
      let different = try run("--report", "a.ppm", "b.ppm")
      #expect(different.exitCode == 1 && different.errorText.isEmpty)
      #expect(different.outputText.contains("\nDiffering           1 of 32 (3.13 %)\n"))
      #expect(different.outputText.contains("\nIn                  1x1+6+3\n"))
      let equal = try run("--report", "a.ppm", "a.ppm")
      #expect(equal.exitCode == 0 && equal.outputText.hasSuffix("\nPixels              equal\n"))
      let json = try run("--report", "--json", "a.ppm", "a.ppm", "b.ppm")
      #expect(json.exitCode == 1)
      #expect(json.outputText.split(separator: "\n").count == 2)
      #expect(json.outputText.contains(#""result":"equal","pixels":32,"differing":0,"#))
      #expect(json.outputText.contains(#""differing":1,"x":6,"y":3,"width":1,"height":1,"#))
    }

    @Test func `photos of other sizes, added and deleted ones differ, and others are trouble`()
      throws
    {
      write("a.ppm", white: nil)
      write("wide.ppm", white: nil, width: 9)
      home.file("empty.ppm")
      _ = home.write(Array("no picture at all".utf8), as: "bad.png")
      for (words, code, last) in [
        (["a.ppm", "wide.ppm"], 1, "sizes differ"), (["/dev/null", "a.ppm"], 1, "added"),
        (["a.ppm", "empty.ppm"], 1, "deleted"), (["/dev/null", "empty.ppm"], 2, "no photo"),
      ] {
        let run = try run("--report", words[0], words[1])
        #expect(run.exitCode == code)
        #expect(run.outputText.hasSuffix("Pixels              \(last)\n"))
      }
      for name in ["bad.png", "missing.png", "/usr"] {
        let run = try run("--report", "a.ppm", name)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errorText.hasPrefix("photocell: \(name): "))
      }
      let refused = try run("--report", "a.ppm")
      #expect(refused.exitCode == 64)
    }

    @Test func `without a terminal comparing points to the report`() throws {
      write("a.ppm", white: nil)
      let run = try run("a.ppm", "a.ppm")
      #expect(run.exitCode == 2)
      #expect(run.errorText == "photocell: comparing needs a terminal; --report needs none\n")
    }

    /// The recipes of `docs/scripting.md`.
    @Test func `git shows reports of changed, added and deleted photos`() throws {
      for (name, white) in [("a.ppm", nil), ("gone.ppm", 2)] { write(name, white: white) }
      let commit = """
        git init -q . && git config user.name a && git config user.email a@b &&
        echo '*.ppm diff=photo' > .gitattributes && echo text > 0.ppm && git add . && git commit -qm a
        """
      #expect(try script(commit).exitCode == 0)
      write("a.ppm", white: 1)
      write("new.ppm", white: nil)
      let report = try script(
        """
        rm gone.ppm; echo other > 0.ppm; git add . &&
        git config diff.photo.command \\
          'f() { echo "$1"; "$PHOTOCELL" compare --report "$2" "$5" || test $? -le 2; }; f' &&
        git diff --cached --no-renames
        """)
      #expect(report.exitCode == 0)
      for word in [
        "a.ppm\nA ", "1x1+6+3", "gone.ppm\nA ", "deleted", "new.ppm\nA ", "added",
      ] {
        #expect(report.outputText.contains(word))
      }
      let tool = try script(
        "git difftool --cached --no-renames -y -x '\"$PHOTOCELL\" compare --report' 2>&1; true")
      for word in ["1x1+6+3", "deleted", "added"] { #expect(tool.outputText.contains(word)) }
      let facts = try script(
        """
        git config --unset diff.photo.command
        git config diff.photo.textconv 'f() { "$PHOTOCELL" info "$1" | sed 1d; }; f' &&
        git diff --cached HEAD -- new.ppm
        """)
      #expect(facts.exitCode == 0)
      #expect(facts.outputText.contains("+Size"))
    }
  }
}
