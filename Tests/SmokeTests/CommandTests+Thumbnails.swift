import Glibc
import Imaging
import PictureSamples
import TestSupport
import Testing

extension CommandTests {
  /// The first demo photo has no embedded preview, so that a thumbnail of it is stored.
  @CommandThread struct Thumbnails {
    private let home = TemporaryFolder()

    private func run(_ words: String..., home: TemporaryFolder? = nil) throws -> ProgramRun {
      let home = home ?? self.home
      return try ProgramRun(
        words, environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    private func exists(_ name: String) -> Bool { access(home.name(name), F_OK) == 0 }

    @Test func `at the second start images are loaded from thumbnails, which GLib accepts`() throws
    {
      let session = try ShellSession.browsing()
      let photo = session.home.name("photos/\(TestedProgram.photoNames[0])")
      try session.wait(for: "a thumbnail that GLib accepts") { _ in
        try run("gio", "info", "-a", "thumbnail::*", photo, home: session.home)
          .outputText.contains("thumbnail::is-valid: TRUE")
      }
      try session.press("q")
      try session.untilPrompt()
      try session.launch("photocell photos")
      try session.press("i")
      try session.wait(for: "a thumbnail") { $0.status.contains("640x480  45 kB  thumbnail ") }
      try session.press("i")
      try session.wait(for: ContactSheet(width: 80))
      try session.press("c")
      try session.wait(for: "the images that are gone") { $0.status.contains("from memory") }
      try session.press("Escape", "i")
      try session.wait(for: "the badge") { $0.isAtRest && $0.lines[0].contains("thumbnail ") }
    }

    /// The decoder makes 500 or 504 pixels of some of them where a thumbnail has up to 512.
    @Test(arguments: [1_000, 1_008, 1_024, 2_016])
    func `a preview stores the thumbnail of a photo of any width`(width: Int) throws {
      let image = SamplePictures.fields(PixelSize(width: width, height: width * 3 / 4))
      _ = home.write(SampleJPEG.encode(image), as: "a.jpg")
      let preview = try run(
        TestedProgram.path, "preview", "--images", "sixel", "--size", "40x20", "a.jpg")
      #expect(preview.exitCode == 0)
      #expect(home.names(in: ".cache/thumbnails/x-large").count == 1)
    }

    @Test func `--private changes no thumbnails on disk and prints the same sheet`() throws {
      let program = TestedProgram.path
      #expect(try run(program, "sheet", "--private", TestedProgram.photos).exitCode == 0)
      #expect(!exists(".cache/thumbnails"))
      let first = try run(program, "sheet", TestedProgram.photos)
      #expect(exists(".cache/thumbnails/normal"))
      let names = try run("ls", "-lR", "--time-style=full-iso", ".cache/thumbnails").outputText
      let second = try run(program, "sheet", "--private", TestedProgram.photos)
      #expect(first.exitCode == 0 && second.output == first.output)
      #expect(
        try run("ls", "-lR", "--time-style=full-iso", ".cache/thumbnails").outputText == names)
    }

    @Test func `a file that is not an image is stored as a failure and reported again`() throws {
      let path = home.write(Array("no picture".utf8), as: "bad.jpg")
      let old = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
      utimensat(AT_FDCWD, path, [old, old], 0)
      let first = try run(TestedProgram.path, "sheet", "bad.jpg")
      let failures = try run("sh", "-c", "ls .cache/thumbnails/fail/photocell-*").outputText
      #expect(failures.hasSuffix(".png\n"))
      let second = try run(TestedProgram.path, "sheet", "bad.jpg")
      #expect(first.exitCode == 2 && second.exitCode == 2)
      #expect(first.outputText.contains("not an image") && second.output == first.output)
    }

    @Test func `an invalid cache folder is reported once and stops neither sheet nor browser`()
      throws
    {
      _ = home.write([], as: ".cache")
      let sheet = try run(TestedProgram.path, "sheet", TestedProgram.photos)
      #expect(sheet.exitCode == 0)
      #expect(
        sheet.errorText
          == "photocell: thumbnails are not cached: the cache folder is not a folder\n")
      let session = try ShellSession()
      _ = session.home.write([], as: ".cache")
      try session.launch("photocell photos")
      try session.wait(
        forStatus: "1/24  ! thumbnails are not cached: the cache folder is not a folder")
      try session.wait(for: ContactSheet(width: 80))
    }
  }
}
