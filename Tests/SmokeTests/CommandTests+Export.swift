import Base
import Imaging
import PictureSamples
import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Export {
    private let home = TemporaryFolder()

    private func run(_ arguments: String...) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path] + arguments,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    private func info(_ name: String) throws -> String {
      try run("info", "--json", name).outputText
    }

    @Test(arguments: ["jpeg", "png", "webp", "avif"])
    func `a copy is upright, scaled and has the metadata of the photo`(format: String) throws {
      _ = home.write(SampleMetadata.whole.jpeg, as: "whole.jpg")
      let copy = "out/whole.\(format == "jpeg" ? "jpg" : format)"
      let exported = try run(
        "export", "whole.jpg", "--to", "out", "--long-side", "30", "--format", format)
      #expect(exported.exitCode == 0)
      #expect(exported.errorText.contains("1 photo: 1 written ("))
      let info = try info(copy)
      // 60 by 40 pixels that are rotated.
      for part in [
        #""width":20,"height":30,"orientation":1,"#, #""make":"NIKON CORPORATION""#,
        #""taken":"2024-05-17T14:03:59.25+02:00""#, #""latitude":48.198633"#, #""title":"Lake""#,
        #""keywords":["lake","Alpen & See"]"#, #""rating":4,"label":"Red""#, #""iso":400"#,
      ] {
        #expect(info.contains(part), "\(part) in \(info)")
      }
    }

    @Test func `pixels stay byte for byte without a size, format and quality`() throws {
      for photo in TestedProgram.photoNames.prefix(2) {
        let path = "\(TestedProgram.photos)/\(photo)"
        let exported = try run("export", path, "--to", "out", "--metadata", "none")
        #expect(exported.exitCode == 0)
        let compared = try run("compare", "--report", path, "out/\(photo)")
        #expect(compared.exitCode == 0)
        let info = try info("out/\(photo)")
        #expect(info.contains(#""taken":null"#) && info.contains(#""make":null"#))
      }
    }

    @Test(arguments: ["jpeg", "png", "webp", "avif"])
    func `a copy in Display P3 looks the same, and says what it is`(format: String) throws {
      let name = TestedProgram.photoNames[0]
      let photo = "\(TestedProgram.photos)/\(name)"
      let exported = try run(
        "export", photo, "--to", "out", "--profile", "display-p3", "--format", format,
        "--quality", "95")
      #expect(exported.exitCode == 0 && !exported.errorText.contains("failed"))
      let copy = "out/\(name.dropLast(4)).\(format == "jpeg" ? "jpg" : format)"
      let compared = try run("compare", "--report", "--json", photo, copy)
      let text = compared.outputText
      let noise = text.split(separator: "\"psnr\":").last.flatMap {
        Double($0.prefix { $0.isNumber || $0 == "." })
      }
      #expect(try #require(noise) > 35, "\(text)")
    }

    @Test func `a private copy lacks the position alone`() throws {
      _ = home.write(SampleMetadata.whole.png, as: "whole.png")
      #expect(
        try run("export", "whole.png", "--to", "out", "--metadata", "private").exitCode == 0)
      let info = try info("out/whole.png")
      #expect(info.contains(#""latitude":null"#) && info.contains(#""model":"NIKON Z 6""#))
      #expect(info.contains(#""orientation":6"#))
    }

    @Test func `the sidecar takes precedence in copies`() throws {
      _ = home.write(SampleMetadata.whole.jpeg, as: "a.jpg")
      let words = "<xmp:Rating>2</xmp:Rating><dc:title>Sea</dc:title><dc:rights>Ann</dc:rights>"
      _ = home.write(SampleMetadata.packet(words), as: "a.jpg.xmp")
      #expect(try run("export", "a.jpg", "--to", "out").exitCode == 0)
      let info = try info("out/a.jpg")
      #expect(info.contains(#""title":"Sea""#) && info.contains(#""rating":2"#))
      #expect(info.contains(#""rights":"Ann""#) && info.contains(#""keywords":["lake""#))
      #expect(try run("export", "a.jpg", "--to", "own", "--no-sidecars").exitCode == 0)
      let own = try self.info("own/a.jpg")
      #expect(own.contains(#""title":"Lake""#) && own.contains(#""rating":4"#))
    }

    @Test(arguments: [
      (["--long-side", "50"], #""height":50,"orientation":1,"#),
      (["--metadata", "all"], #""orientation":6,"#),
      (["--metadata", "none"], #""orientation":6,"#),
    ])
    func `a copy has the rotation of the sidecar`(options: [String], expected: String) throws {
      let name = TestedProgram.photoNames[0]
      _ = try run("export", "\(TestedProgram.photos)/\(name)", "--to", ".", "--metadata", "none")
      let turn = "<tiff:Orientation>6</tiff:Orientation>"
      _ = home.write(SampleMetadata.packet(turn), as: "\(name).xmp")
      let exported = try ProgramRun(
        [TestedProgram.path, "export", name, "--to", "out"] + options,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(exported.exitCode == 0)
      let info = try info("out/\(name)")
      #expect(info.contains(expected), "\(info)")
    }

    @Test(
      arguments: [
        (["--to", "out"], #""width":1000,"height":800,"#),
        (["--to", "out", "--long-side", "500"], #""width":500,"height":400,"#),
        (["--to", "out", "--long-side", "3000"], #""width":1000,"height":800,"#),
      ] as [([String], String)])
    func `a drawing is exported at its own size, and not enlarged`(
      options: [String], expected: String
    ) throws {
      let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='1000' height='800'/>"
      _ = home.write(Array(drawing.utf8), as: "a.svg")
      let exported = try ProgramRun(
        [TestedProgram.path, "export", "a.svg"] + options,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(exported.exitCode == 0)
      #expect(try info("out/a.jpg").contains(expected))
      #expect(try run("compare", "--report", "a.svg", "a.svg").exitCode == 0)
    }

    @Test func `a file is copied with the extension of its format, and only if it is whole`() throws
    {
      _ = home.write(SampleMetadata.whole.png, as: "a.jpg")
      let noise = SampleJPEG.encode(SamplePictures.noise(PixelSize(width: 60, height: 40)))
      _ = home.write(Array(noise.dropLast(400)), as: "b.jpg")
      let exported = try run("export", "a.jpg", "b.jpg", "--to", "out")
      #expect(exported.exitCode == 1 && exported.errorText.contains("b.jpg: the file is cut off"))
      #expect(home.names(in: "out") == ["a.png"])
    }

    @Test func `nothing is overwritten, and the same copy is written once`() throws {
      let photo = "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])"
      let first = try run("export", photo, "--to", "out", "--long-side", "50")
      #expect(first.exitCode == 0)
      let again = try run("export", photo, "--to", "out", "--long-side", "50")
      #expect(again.exitCode == 0 && again.errorText.contains("1 already there"))
      let other = try run("export", photo, "--to", "out", "--long-side", "40")
      #expect(other.exitCode == 0 && other.errorText.contains("1 of them with a number"))
      #expect(home.names(in: "out").count == 2)
    }

    @Test func `copies are named by a pattern, in folders, and equal names get a number`() throws {
      for name in ["a", "b"] { _ = home.write(SampleMetadata.whole.jpeg, as: "\(name).jpg") }
      _ = home.write(SampleMetadata.packet("<dc:title>Sea</dc:title>"), as: "b.jpg.xmp")
      let line = ["export", "a.jpg", "b.jpg", "--to", "out", "--name"]
      for _ in 0..<2 {
        let run = try ProgramRun(
          [TestedProgram.path] + line + ["{date:%Y/%m-%d}/{camera}{ext}"],
          environment: TestedProgram.environment(home: home.path), folder: home.path)
        #expect(run.exitCode == 0)
        #expect(home.names(in: "out/2024/05-17").sorted() == ["NIKON-Z-6.jpg", "NIKON-Z-6_1.jpg"])
      }
      #expect(try info("out/2024/05-17/NIKON-Z-6_1.jpg").contains(#""title":"Sea""#))
      #expect(
        try run(
          "export", "b.jpg", "a.jpg", "--to", "out", "--name", "x{seq:3}", "--format", "png"
        ).exitCode == 0)
      #expect(home.names(in: "out").sorted() == ["2024", "x001.png", "x002.png"])
      #expect(try info("out/x001.png").contains(#""title":"Sea""#))
    }

    @Test(arguments: ["../{name}", "{event}", "{nonsense}", "{name"])
    func `a name that cannot be is refused, and nothing is written`(pattern: String) throws {
      _ = home.write(SampleMetadata.whole.jpeg, as: "a.jpg")
      let refused = try run("export", "a.jpg", "--to", "out/in", "--name", pattern)
      #expect(refused.exitCode == (pattern.hasPrefix("..") ? 2 : 64))
      #expect(home.names(in: "out").filter { $0 != "in" }.isEmpty)
    }

    /// Neither a raw file without content nor such a video can be shown.
    @Test(arguments: [
      ("export photos --to out", []), ("export photos --to out --no-pairs", ["a.mov", "b.dng"]),
      ("export photos --to out --no-pairs --no-videos", ["b.dng"]),
      ("sheet photos --output out", []),
      ("sheet photos --output out --no-pairs", ["a.mov", "b.dng"]),
      ("duplicates photos", []), ("duplicates photos --no-pairs", ["a.mov", "b.dng"]),
    ])
    func `the files of a RAW+JPEG pair and of a motion photo are one photo`(
      line: String, failed: [String]
    ) throws {
      home.folder("photos")
      for name in ["photos/a.jpg", "photos/b.jpg"] {
        _ = home.write(SampleMetadata.whole.jpeg, as: name)
      }
      for name in ["photos/a.mov", "photos/b.dng"] { _ = home.write([1, 2, 3, 4], as: name) }
      let run = try ProgramRun(
        [TestedProgram.path] + line.split(separator: " ").map(String.init),
        environment: TestedProgram.environment(home: home.path), folder: home.path)
      #expect(["a.mov", "b.dng"].filter { run.errorText.contains("\($0): ") } == failed)
    }

    @Test func `failures are named, and the exit code reports how many there were`() throws {
      _ = home.write(SampleMetadata.whole.jpeg, as: "a.jpg")
      _ = home.write(Array(SampleMetadata.whole.jpeg.prefix(900)), as: "cut.jpg")
      let some = try run("export", "a.jpg", "cut.jpg", "--to", "out", "--long-side", "20")
      #expect(some.exitCode == 1 && some.errorText.contains("cut.jpg: "))
      #expect(home.names(in: "out") == ["a.jpg"])
      #expect(try run("export", "cut.jpg", "--to", "out", "--long-side", "20").exitCode == 2)
      #expect(try run("export", "a.jpg", "--to", "a.jpg").exitCode == 2)
      #expect(try run("export", "a.jpg").exitCode == 64)
      #expect(try run("export", "a.jpg", "--to", "out", "--quality", "101").exitCode == 64)
      #expect(home.names(in: "out") == ["a.jpg"])
    }
  }
}
