import PictureSamples
import TestSupport
import Testing

extension SmokeTests {
  @TerminalThread struct Videos {
    private static func session(_ line: String) throws -> ShellSession {
      let session = try ShellSession()
      session.home.folder("album")
      _ = session.home.write(SampleVideo.mp4.bytes, as: "album/film.mp4")
      _ = session.home.write(SampleVideo.sound, as: "album/sound.mp4")
      try session.launch(line)
      return session
    }

    @Test func `a video has its length in the grid, plays in the viewer and is paused`() throws {
      let session = try Self.session("photocell album")
      try session.wait(for: "its length") { $0.isAtRest && $0.shows("▶ 0:10") }
      try session.wait(for: "the reason of the other") { $0.shows("no video in this file") }
      try session.press("f")
      try session.send("kind:video length:>5s")
      try session.press("Enter")
      try session.wait(forStatus: "1/1 of 2  film.mp4")
      try session.press("Enter")
      try session.wait(for: "a frame") { $0.status.contains("  frame ") }
      try session.press("Space")
      try session.wait(for: "a frame that stays") { $0.status.contains("· stopped") }
      try session.press("q", "q")
      try session.untilPrompt()
    }

    @Test func `--no-videos hides them`() throws {
      let session = try Self.session("cp photos/photo-1-*.jpg album; photocell --no-videos album")
      try session.wait(for: "the photo alone") {
        $0.isAtRest && $0.status.hasPrefix("1/1  photo-1")
      }
      try session.press("q")
      try session.untilPrompt()
    }
  }
}

extension CommandTests {
  @CommandThread struct Videos {
    private let home = TemporaryFolder()

    private func run(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path] + arguments,
        environment: TestedProgram.environment(home: home.path) + ["TZ=Europe/Paris"],
        folder: home.path)
    }

    @Test func `info has duration, codec, size and the local time`() throws {
      _ = home.write(SampleVideo.mp4.bytes, as: "film.mp4")
      let text = try run("info", "film.mp4").outputText
      for line in [
        "Duration     0:10", "Codec        MPEG-4 part 2", "Size         48x64",
        "Taken        2024-05-17 14:03:59 +02:00", "Format       MP4, 2.1 kB",
      ] {
        #expect(text.contains(line), "\(text)")
      }
    }

    @Test func `preview shows the poster`() throws {
      _ = home.write(SampleVideo.webM.bytes, as: "film.webm")
      let run = try run("preview", "--size", "20x10", "film.webm")
      #expect(run.exitCode == 0 && run.errorText.isEmpty)
      #expect(!StyledScreen(parsing: run.outputText).exactColors.isEmpty)
    }
  }
}
