import ArgumentParser
import Base
import Imaging
import Testing

@testable import photocell

@Suite("photocell compare") struct CompareCommandTests {
  private static let size = PixelSize(width: 40, height: 25)

  private static func side(
    _ name: String, _ size: PixelSize = size, color: RGB = RGB(0, 0, 0), isComplete: Bool = true
  ) -> ComparedSide {
    ComparedSide(
      path: ByteString(name),
      content: .image(Bitmap(size: size, filledWith: color), isComplete: isComplete))
  }

  private static let absent = ComparedSide(path: ByteString("/dev/null"), content: .absent)
  private static let broken = ComparedSide(
    path: ByteString("c\u{1B}.png"), content: .failed("not an image"))

  private static func report(_ one: ComparedSide, _ two: ComparedSide) -> ComparisonReport {
    var report = ComparisonReport(one: one, two: two)
    if let (first, second) = report.bitmaps, first.size == second.size {
      report.difference = PixelDifference(of: first, second, rows: 0..<first.size.height)
    }
    return report
  }

  @Test(arguments: [
    ["a", "b"], ["a", "b", "c", "d"], ["--report", "a", "b"], ["--report", "--json", "a", "b"],
  ])
  func `two to four photos are compared, and --json goes with --report`(words: [String]) throws {
    let command = try CompareCommand.parse(words)
    #expect(command.report == words.contains("--report"))
  }

  @Test(arguments: [[], ["a"], ["a", "b", "c", "d", "e"], ["--json", "a", "b"]])
  func `other numbers of photos, and --json alone, are refused`(words: [String]) {
    #expect(throws: (any Error).self) { try CompareCommand.parse(words) }
  }

  @Test func `equal photos, different ones and trouble are told apart by the exit code`() {
    let grey = Self.side("b", color: RGB(1, 1, 1))
    let large = Self.side("b", PixelSize(width: 41, height: 25))
    let codes = [
      Self.report(Self.side("a"), Self.side("b")), Self.report(Self.side("a"), grey),
      Self.report(Self.side("a"), large), Self.report(Self.absent, grey),
      Self.report(grey, Self.absent), Self.report(grey, Self.broken),
      Self.report(Self.absent, Self.absent), Self.report(Self.broken, Self.absent),
    ].map(\.verdict.rawValue)
    #expect(codes == [0, 1, 1, 1, 1, 2, 2, 2])
  }

  @Test func `the text names both photos and what differs`() {
    let text = Self.report(
      Self.side("a.png"), Self.side("b\u{7}.png", color: RGB(0, 10, 0), isComplete: false)
    ).text
    #expect(
      text == """
        A                   a.png  (40x25)
        B                   b\u{FFFD}.png  (40x25, truncated)
        Pixels              different
        Differing           1000 of 1000 (100.00 %)
        In                  40x25+0+0
        Largest difference  10 of 255
        PSNR                32.90 dB
        SSIM                0.1530

        """)
  }

  @Test func `photos that are equal, of other sizes or not there have no measures`() {
    func last(_ one: ComparedSide, _ two: ComparedSide) -> String? {
      Self.report(one, two).text.split(separator: "\n").last.map(String.init)
    }
    let one = Self.side("a")
    #expect(last(one, one) == "Pixels              equal")
    #expect(
      last(one, Self.side("b", PixelSize(width: 1, height: 1)))
        == "Pixels              sizes differ")
    #expect(last(Self.absent, one) == "Pixels              added")
    #expect(last(one, Self.absent) == "Pixels              deleted")
  }

  @Test func `every comparison has the same members as JSON, null where nothing is measured`() {
    let one = Self.side("a")
    let reports = [
      Self.report(one, Self.side("b", color: RGB(255, 255, 255))), Self.report(one, one),
      Self.report(Self.absent, one), Self.report(one, Self.broken),
    ]
    let text = reports[0].json.description
    #expect(
      text.hasPrefix(
        #"{"a":{"path":"a","width":40,"height":25,"complete":true},"#
          + #""b":{"path":"b","width":40,"height":25,"complete":true},"result":"different","#
          + #""pixels":1000,"differing":1000,"x":0,"y":0,"width":40,"height":25,"largest":255,"#
          + #""psnr":0,"ssim":9.9"#))
    let names = reports.map { report -> [String] in
      guard case .object(let members) = report.json else { return [] }
      return members.map(\.name)
    }
    #expect(Set(names).count == 1)
    #expect(
      reports.map { $0.json["result"]?.text } == ["different", "equal", "added", "unreadable"])
    #expect(reports[1].json["psnr"] == JSONValue.null && reports[1].json["ssim"] == .number(1))
    #expect(reports[3].json["b"]?["error"]?.text == "not an image")
  }
}
