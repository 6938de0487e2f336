import Base
import Catalogs
import TestSupport
import Testing

@testable import photocell

@Suite("Picking")
struct PickOptionsTests {
  @Test(
    arguments: [
      ("--pick", 1, []), ("--pick a", 1, ["a"]), ("--pick 3", 3, []), ("--pick 3 a", 3, ["a"]),
      ("a --pick", 1, ["a"]), ("--pick -r a", 1, ["a"]), ("--pick=2 a", 2, ["a"]),
      ("--pick=2 -r a", 2, ["a"]), ("--pick 2 -0 a", 2, ["a"]),
      ("--pick=2 --sort name a", 2, ["a"]),
      ("a", nil, ["a"]),
      ("-o a", nil, ["a"]), ("-- --pick", nil, ["--pick"]),
    ] as [(String, Int?, [String])])
  func `--pick takes an optional number, which defaults to one`(
    line: String, limit: Int?, sources: [String]
  ) throws {
    let words = line.split(separator: " ").map(String.init)
    let command = try #require(try Photocell.command(for: words) as? BrowseCommand)
    #expect(command.browsing.pick.pick == limit)
    #expect(command.sources.paths.map(\.path) == sources.map { ByteString($0) })
  }

  @Test(arguments: ["--pick 0 a", "--pick=-1 a", "--pick=x a", "--pick=2x a"])
  func `--pick refuses other words and numbers below one`(line: String) {
    #expect(throws: (any Error).self) {
      try Photocell.command(for: line.split(separator: " ").map(String.init))
    }
  }

  @Test func `picked paths are printed byte by byte, each ended by a newline or a zero byte`() {
    let names = ["a b\n.jpg", "\u{E9}.jpg"].map { ByteString($0).bytes } + [[0xFF, 0x2E, 0x6A]]
    let paths = names.map { ByteString("d/").bytes + $0 }
    let photos = paths.map { Photo(path: ByteString($0)) }
    let lines = PickedPhotos(photos: photos, isZeroSeparated: false, isShown: false).bytes
    let zeros = PickedPhotos(photos: photos, isZeroSeparated: true, isShown: false).bytes
    #expect(lines == Array(paths.map { $0 + [0x0A] }.joined()))
    #expect(zeros == Array(paths.map { $0 + [0x00] }.joined()))
    let shown = PickedPhotos(
      photos: [Photo(path: ByteString("a\u{1B}[31m\n.jpg"))], isZeroSeparated: false, isShown: true)
    #expect(String(decoding: shown.bytes, as: UTF8.self).allSatisfy { $0 == "\n" || $0 >= " " })
    #expect(shown.bytes.count { $0 == 0x0A } == 1)
  }
}
