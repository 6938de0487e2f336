import ArgumentParser
import Base
import ImagePipeline
import Imaging
import Testing

@testable import photocell

@Suite("photocell info reports") struct InfoReportTests {
  private static let photo: PhotoMetadata = {
    var metadata = PhotoMetadata()
    (metadata.format, metadata.byteCount) = (.jpeg, 1_000_000)
    metadata.title = "evil \u{1B}[2J title\u{202E}"
    metadata.position = GeoPosition(latitude: 48.5, longitude: -16.25)
    metadata.captureDate = CaptureDate(
      year: 2024, month: 5, day: 17, hour: 14, minute: 3, second: 9)
    metadata.exposureTime = Fraction(1, 8)
    metadata.keywords = ["a"]
    return metadata
  }()

  private static let files = [
    DescribedFile(path: ByteString("a\u{7}.jpg"), result: .success(photo)),
    DescribedFile(path: ByteString("b"), result: .failure(.notAFile), isFolder: true),
    DescribedFile(path: ByteString("c.jpg"), result: .success(PhotoMetadata())),
  ]

  private func printed(isJSON: Bool, hasLinks: Bool = false, _ files: [DescribedFile] = files)
    -> String
  {
    var report = InfoReport(isJSON: isJSON, hasLinks: hasLinks)
    let texts = files.map { report.text(of: $0) }
    #expect(report.fileCount == files.count)
    #expect(report.failureCount == files.count { $0.failure != nil })
    return texts.joined() + report.end
  }

  @Test func `text has one line per name and value`() {
    #expect(
      printed(isJSON: false) == """
        File      a\u{FFFD}.jpg
        Title     evil \u{FFFD}[2J title\u{FFFD}
        Keywords  a
        Taken     2024-05-17 14:03:09
        Place     48.5, -16.25
        Exposure  1/8 s
        Format    JPEG, 1 MB

        File  c.jpg

        """)
  }

  @Test func `a position is a link if the output has links`() {
    let text = printed(isJSON: false, hasLinks: true)
    #expect(text.contains("\u{1B}]8;;geo:48.5,-16.25\u{1B}\\48.5, -16.25\u{1B}]8;;\u{1B}\\\n"))
    #expect(text.count { $0 == "\u{1B}" } == 4)
  }

  @Test func `a position is printed with its town, region and country`() {
    var metadata = PhotoMetadata()
    metadata.position = GeoPosition(latitude: 48.5, longitude: -16.25, altitude: 3)
    metadata.town = Town(
      name: "Paris\u{1B}", region: "Île-de-France", country: "France", countryCodes: ["FR", "FRA"])
    let files = [DescribedFile(path: ByteString("a.jpg"), result: .success(metadata))]
    #expect(
      printed(isJSON: false, files)
        == "File   a.jpg\nPlace  Paris\u{FFFD}, Île-de-France, France (48.5, -16.25, 3 m)\n")
    #expect(
      printed(isJSON: true, files).contains(
        #""place":"Paris\u001b","region":"Île-de-France","country":"France","country_code":"FR""#))
  }

  @Test func `JSON is one array with the same names for every photo`() {
    let lines = printed(isJSON: true).split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0].hasPrefix("[{") && lines[2].hasSuffix("}]"))
    #expect(lines[1] == #"{"path":"b","error":"a folder"},"#)
    #expect(lines[0].contains(#""taken":"2024-05-17T14:03:09""#))
    #expect(lines[0].contains(#""exposure_time":0.125,"exposure":"1/8""#))
    #expect(lines[0].contains(#""latitude":48.5,"longitude":-16.25,"altitude":null"#))
    #expect(lines[0].contains(#""keywords":["a"],"rating":null"#))
    #expect(lines[0].contains(#"evil \u001b[2J title\u202e"#))
    let names = [lines[0], lines[2]].map { line in
      line.split(separator: "\"").filter {
        $0.allSatisfy { $0.isLetter || $0 == "_" || $0.isNumber }
      }
    }
    #expect(names[1].allSatisfy { names[0].contains($0) || $0.hasPrefix("c") })
    #expect(printed(isJSON: true, []) == "[]\n")
  }

  @Test(arguments: [["a"], ["--json", "a"], ["-0"], ["--null", "--json"]])
  func `a file or -0 is enough, with or without --json`(words: [String]) throws {
    #expect(try InfoCommand.parse(words).json == words.contains("--json"))
  }

  @Test(arguments: [[], ["--json"], ["--summary", "a"]])
  func `missing files and unknown options are refused`(words: [String]) {
    #expect(throws: (any Error).self) { try InfoCommand.parse(words) }
  }
}
