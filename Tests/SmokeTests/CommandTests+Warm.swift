import Glibc
import TestSupport
import Testing

extension CommandTests {
  /// The warm-up of whole sources, and the thumbnails on disk after it.
  @CommandThread struct Warm {
    private let home = TemporaryFolder()

    private func warm(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "warm"] + arguments,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    @Test func `warm stores one thumbnail per photo and size, and reports their number`() throws {
      let count = TestedProgram.photoNames.count
      let first = try warm(TestedProgram.photos)
      #expect(first.exitCode == 0)
      let made = "\(count) photos: \(count) generated, 0 already cached, in "
      #expect(first.errorText.hasPrefix(made))
      let thumbnails = home.names(in: ".cache/thumbnails/large")
      #expect(thumbnails.count == count)
      let second = try warm(TestedProgram.photos)
      #expect(second.exitCode == 0)
      let found = "\(count) photos: 0 generated, \(count) already cached, in "
      #expect(second.errorText.hasPrefix(found))
      #expect(home.names(in: ".cache/thumbnails/large") == thumbnails)
      // Another size is another thumbnail.
      let larger = try warm("--quiet", "--size", "x-large", TestedProgram.photos)
      #expect(larger.exitCode == 0 && larger.errorText.isEmpty && larger.output.isEmpty)
      #expect(home.names(in: ".cache/thumbnails/x-large").count == count)
    }

    @Test func `warm counts thumbnails that cannot be written as failed`() throws {
      let count = TestedProgram.photoNames.count
      _ = home.write([], as: ".cache")
      let run = try warm(TestedProgram.photos)
      #expect(run.exitCode == 2)
      let failed = "\(count) photos: 0 generated, 0 already cached, \(count) failed, in "
      #expect(run.errorText.contains(failed))
    }

    @Test(arguments: [
      ("bad.jpg photo.jpg", 1, "2 photos: 1 generated, 0 already cached, 1 failed"),
      ("bad.jpg", 2, "1 photo: 0 generated, 0 already cached, 1 failed"), ("nowhere", 2, ""),
      ("empty", 2, ""), ("--size huge photo.jpg", 64, ""),
    ])
    func `warm exits with 1 if some photos fail, 2 if none is ready and 64 on wrong usage`(
      line: String, exitCode: Int32, words: String
    ) throws {
      let bad = home.write(Array("no picture at all".utf8), as: "bad.jpg")
      // A recent file might still be being written.
      let old = timespec(tv_sec: 1_700_000_000, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, bad, [old, old], 0) == 0)
      home.link("photo.jpg", to: "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])")
      home.folder("empty")
      let run = try ProgramRun(
        [TestedProgram.path, "warm"] + line.split(separator: " ").map(String.init),
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(run.exitCode == exitCode)
      #expect(run.output.isEmpty && !run.errorText.isEmpty)
      #expect(words.isEmpty || run.errorText.contains(words))
      #expect(run.errorText.contains("bad.jpg: not an image") == line.contains("bad.jpg"))
    }
  }
}
