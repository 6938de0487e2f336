import PictureSamples
import TestSupport
import Testing

extension CommandTests {
  @CommandThread struct Info {
    private let home = TemporaryFolder()

    private func run(_ arguments: [String]) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "info"] + arguments,
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    /// Files, and the values of `exiftool -n -j` 12.57 for each, under the names that `info --json` has;
    /// the size is that of the rotated image.
    private static let samples: [(name: String, bytes: [UInt8], answers: [String])] = [
      ("whole.jpg", SampleMetadata.whole.jpeg, camera + words + [#""profile":"RGB built-in""#]),
      ("whole.png", SampleMetadata.whole.png, camera + words + [#""profile":"RGB built-in""#]),
      ("whole.webp", SampleMetadata.whole.webP, camera + words + [#""profile":"RGB built-in""#]),
      ("whole.heic", SampleMetadata.whole.heic, camera + words + [#""profile":"RGB built-in""#]),
      ("whole.jxl", SampleMetadata.whole.jpegXL, camera + words),
      (
        "little.jpg",
        SampleMetadata(exif: SampleMetadata.camera(isBigEndian: false).encoded()).jpeg, camera
      ),
      ("press.jpg", SampleMetadata(iptc: press).jpeg, pressAnswers),
    ]
    private static let camera = [
      #""make":"NIKON CORPORATION""#, #""model":"NIKON Z 6""#, #""lens":"50mm F1.8 Prime""#,
      #""exposure_time":0.004,"#, #""f_number":2.8,"#, #""iso":400,"#, #""focal_length":50,"#,
      #""focal_length_35mm":75,"#, #""exposure_bias":-0.333333333"#,
      #""taken":"2024-05-17T14:03:59.25+02:00""#, #""latitude":48.1986333333333"#,
      #""longitude":-16.366666666666"#, #""altitude":-183.5,"#, #""caption":"A lake in the Alps""#,
      #""orientation":6,"#, #""software":"Firmware 1.0""#, #""width":40,"height":60,"#,
    ]
    private static let words = [
      #""title":"Lake""#, #""keywords":["lake","Alpen & See"]"#, #""rating":4,"label":"Red""#,
    ]
    private static let press = SampleMetadata.press([
      (5, Array("Object".utf8)), (25, Array("one".utf8)), (25, Array("two".utf8)),
      (55, Array("20240517".utf8)), (60, Array("140359+0200".utf8)), (120, Array("Words".utf8)),
    ])
    private static let pressAnswers = [
      #""title":"Object""#, #""caption":"Words""#, #""keywords":["one","two"]"#,
      #""taken":"2024-05-17T14:03:59+02:00""#, #""width":60,"height":40,"#,
    ]

    @Test(arguments: ["", "folder/"])
    func `the sidecar takes precedence, and the orientation is that of the file`(
      folder: String
    ) throws {
      home.folder("folder")
      _ = home.write(SampleMetadata.whole.jpeg, as: "\(folder)a.jpg")
      let words = """
        <xmp:Rating>2</xmp:Rating><dc:title>Sea</dc:title>\
        <tiff:Orientation>3</tiff:Orientation>
        """
      _ = home.write(SampleMetadata.packet(words), as: "\(folder)a.jpg.xmp")
      let text = try run(["--json", "\(folder)a.jpg"]).outputText
      for part in [
        #""title":"Sea""#, #""rating":2,"label":"Red""#, #""keywords":["lake","Alpen & See"]"#,
        #""orientation":6,"#,
      ] {
        #expect(text.contains(part), "\(part) in \(text)")
      }
    }

    @Test func `info --json has the values of exiftool`() throws {
      for sample in Self.samples { _ = home.write(sample.bytes, as: sample.name) }
      let run = try run(["--json"] + Self.samples.map(\.name))
      #expect(run.exitCode == 0)
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.count == Self.samples.count)
      for (sample, line) in zip(Self.samples, lines) {
        #expect(line.contains("\"path\":\"\(sample.name)\""))
        for answer in sample.answers { #expect(line.contains(answer), "\(sample.name)") }
      }
    }

    @Test func `info prints readable lines, and the exit code reports files that fail`() throws {
      _ = home.write(SampleMetadata.whole.jpeg, as: "a.jpg")
      _ = home.write(Array("no picture at all, by no means".utf8), as: "b\u{1B}.jpg")
      let run = try run(["b\u{1B}.jpg", "a.jpg", "/usr"])
      #expect(run.exitCode == 1)
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.first == "File           a.jpg")
      #expect(lines.contains("Camera         NIKON Z 6"))
      #expect(lines.contains("Place          48.19863, -16.36667, -184 m"))
      #expect(!run.outputText.contains("\u{1B}"))
      #expect(try self.run(["/usr"]).exitCode == 2)
      #expect(try self.run([]).exitCode == 64)
    }

    @Test func `every demo photo has a capture date and a camera`() throws {
      let photos = TestedProgram.photoNames.map { "\(TestedProgram.photos)/\($0)" }
      let run = try run(["--json"] + photos)
      #expect(run.exitCode == 0)
      let lines = run.outputText.split(separator: "\n")
      #expect(lines.count == photos.count)
      for line in lines { #expect(line.contains(#""taken":"2"#) && line.contains(#""make":""#)) }
    }
  }
}
