import Imaging
import Terminal
import TestSupport
import Testing

@testable import photocell

@Suite("Preview options")
struct PreviewOptionsTests {
  @Test(arguments: [("80x24", 80, 24), ("1x1", 1, 1), ("10000x10000", 10_000, 10_000)])
  func `a size is columns and rows`(text: String, columns: Int, rows: Int) throws {
    #expect(try OptionValue.cells(text) == CellSize(columns: columns, rows: rows))
  }

  @Test(arguments: ["", "80", "x24", "80x", "0x24", "80x0", "-1x2", "80x24x2", "80 x24", "10001x1"])
  func `other sizes are refused`(text: String) {
    #expect(throws: (any Error).self) { try OptionValue.cells(text) }
  }

  @Test func `a box is a size and its place`() throws {
    #expect(
      try OptionValue.box("80x24@40x0") == Rect(column: 40, row: 0, columns: 80, rows: 24))
  }

  @Test(arguments: ["80x24", "80x24@", "80x24@4", "@1x1", "80x24@1x1@1", "80x24@-1x1", "0x1@1x1"])
  func `other boxes are refused`(text: String) {
    #expect(throws: (any Error).self) { try OptionValue.box(text) }
  }

  @Test(arguments: ["", "--clear a.jpg", "--size 8x4 --place 8x4@0x0 a.jpg", "a.jpg b.jpg"])
  func `a preview needs one file, and one way to say its size`(line: String) {
    #expect(throws: (any Error).self) {
      try Photocell.command(for: ["preview"] + line.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [
    ("preview a.jpg", true), ("preview --size 8x4 a.jpg", true), ("preview", false),
    ("preview --clear", false), ("preview --place 8x4@0x0 --clear", false),
    ("preview --help", false), ("preview -h", false), ("a.jpg preview", false), ("", false),
  ])
  func `a decoder is started early only for an image`(line: String, isStarted: Bool) {
    #expect(PreviewCommand.decodes(line.split(separator: " ").map(String.init)) == isStarted)
  }

  @Test(arguments: [(nil, false), ("", true), ("words", true)] as [(String?, Bool)])
  func `only fzf that exports its query passes images on`(query: String?, isPassing: Bool) {
    let variables = ["FZF_PREVIEW_COLUMNS": "60", "FZF_PREVIEW_LINES": "20", "FZF_QUERY": query]
    let window = FzfWindow { variables[$0] ?? nil }
    #expect(window?.size == CellSize(columns: 60, rows: 20))
    #expect(window?.passesImages == isPassing)
  }

  @Test(arguments: ["0", "-3", "x", "99999999999999999999"])
  func `nonsense from the environment is no preview window`(columns: String) {
    let variables = ["FZF_PREVIEW_COLUMNS": columns, "FZF_PREVIEW_LINES": "20"]
    #expect(FzfWindow { variables[$0] } == nil)
  }

  @Test func `answers of several terminals are remembered by environment, the last ones`() {
    let folder = TemporaryFolder()
    let known = KnownTerminals(folder: folder.path + "/state")
    let kitty = TerminalEnvironment(["TERM": "xterm-kitty"])
    let others = (0..<40).map { TerminalEnvironment(["TERM": "other-\($0)"]) }
    var answers = TerminalAnswers(progress: .complete)
    answers.version = "kitty(0.41.1)"
    for environment in others + [kitty] {
      known.note(
        TerminalCapabilities(environment: environment, answers: answers), in: environment)
    }
    #expect(known.answers(in: kitty, window: nil)?.version == "kitty(0.41.1)")
    #expect(known.answers(in: others[39], window: nil)?.version == "kitty(0.41.1)")
    #expect(known.answers(in: others[0], window: nil) == nil)
    answers.version = "kitty(0.42.0)"
    known.note(TerminalCapabilities(environment: kitty, answers: answers), in: kitty)
    #expect(known.answers(in: kitty, window: nil)?.version == "kitty(0.42.0)")
  }

  @Test func `the cell size that was stored counts only where the window reports none`() {
    let folder = TemporaryFolder()
    let known = KnownTerminals(folder: folder.path)
    let environment = TerminalEnvironment(["TERM": "foot"])
    var answers = TerminalAnswers(progress: .complete)
    answers.sizes.cell = PixelSize(width: 9, height: 18)
    known.note(TerminalCapabilities(environment: environment, answers: answers), in: environment)
    let cells = CellSize(columns: 80, rows: 24)
    let blind = WindowSize(cells: cells, pixels: PixelSize(width: 0, height: 0))
    let seeing = WindowSize(cells: cells, pixels: PixelSize(width: 800, height: 480))
    #expect(known.answers(in: environment, window: blind)?.sizes.cell?.width == 9)
    #expect(known.answers(in: environment, window: seeing)?.sizes.cell == nil)
  }
}
