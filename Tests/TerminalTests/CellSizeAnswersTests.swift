import Imaging
import Terminal
import Testing

@Suite("The size of a character cell and its source")
struct CellSizeAnswersTests {
  private static let cells = CellSize(columns: 100, rows: 40)

  private static func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  private func window(_ width: Int, _ height: Int, cells: CellSize = cells) -> WindowSize {
    WindowSize(cells: cells, pixels: PixelSize(width: width, height: height))
  }

  private func capabilities(
    _ sizes: SizeAnswers = SizeAnswers(), limit: PixelSize? = nil, window: WindowSize? = nil
  ) -> TerminalCapabilities {
    var answers = TerminalAnswers(progress: .complete)
    answers.sizes = sizes
    answers.sixelLimit = limit
    return TerminalCapabilities(
      environment: TerminalEnvironment(["TERM": "xterm"]), answers: answers, window: window)
  }

  private static func answers(
    cell: PixelSize? = nil, textArea: PixelSize? = nil, sixelArea: PixelSize? = nil
  ) -> SizeAnswers {
    var answers = SizeAnswers()
    (answers.cell, answers.textArea, answers.sixelArea) = (cell, textArea, sixelArea)
    return answers
  }

  @Test(arguments: [
    (answers(cell: size(9, 18), textArea: size(800, 640)), size(9, 18)),
    (answers(textArea: size(800, 640), sixelArea: size(700, 560)), size(8, 16)),
    (answers(sixelArea: size(700, 560)), size(7, 14)),
    (answers(cell: size(90, 18), textArea: size(800, 640)), size(8, 16)),
    (answers(cell: size(300, 600), sixelArea: size(700, 560)), size(7, 14)),
    (answers(cell: size(0, 0), textArea: size(10, 10)), nil), (answers(), nil),
  ])
  func `the reported cell size takes precedence over the text area and the sixel area`(
    answers: SizeAnswers, cell: PixelSize?
  ) {
    let known = capabilities(answers, window: window(0, 0)).knownCell
    #expect(known == cell.map { Capability($0, by: .answer) })
    let usual = capabilities(answers, window: window(1000, 800)).knownCell
    #expect(usual == known ?? Capability(Self.size(10, 20), by: .window))
  }

  @Test func `a sixel area at its limit does not give a cell size`() {
    let answers = Self.answers(sixelArea: Self.size(1000, 600))
    let limit = Self.size(1000, 1000)
    #expect(capabilities(answers, limit: limit, window: window(0, 0)).cell == nil)
    #expect(capabilities(answers, limit: Self.size(2000, 2000), window: window(0, 0)).cell != nil)
    let known = capabilities(answers, window: window(904, 684)).knownCell
    #expect(known == Capability(Self.size(9, 17), by: .window))
    #expect(capabilities(answers, limit: limit).answers.sixelLimit == limit)
  }

  @Test func `without a cell size the aspect ratio is 0.5`() {
    #expect(capabilities().cell == nil && capabilities().cellAspect == 0.5)
    #expect(capabilities(window: window(0, 0)).knownCell == nil)
    #expect(capabilities(window: window(900, 720)).cellAspect == 0.5)
    #expect(capabilities(Self.answers(cell: Self.size(9, 12))).cellAspect == 0.75)
  }

  @Test func `after a resize the kernel's pixels less the previous border give the cell size`() {
    var capabilities = capabilities(
      Self.answers(cell: Self.size(9, 18)), window: window(940, 750))
    capabilities.resize(to: window(220, 210, cells: CellSize(columns: 20, rows: 10)))
    #expect(capabilities.knownCell == Capability(Self.size(9, 18), by: .window))
    capabilities.resize(to: window(240, 230, cells: CellSize(columns: 20, rows: 10)))
    #expect(capabilities.cell == Self.size(10, 20))
    capabilities.adopt(TerminalAnswers(progress: .complete))
    #expect(capabilities.cell == Self.size(10, 20))
    var answers = TerminalAnswers(progress: .complete)
    answers.sizes = Self.answers(cell: Self.size(11, 22))
    capabilities.adopt(answers)
    #expect(capabilities.knownCell == Capability(Self.size(11, 22), by: .answer))
  }

  @Test func `without the kernel's pixels the cell size stays until the terminal replies`() {
    var capabilities = capabilities(
      Self.answers(textArea: Self.size(900, 720)), window: window(0, 0))
    #expect(capabilities.cell == Self.size(9, 18))
    capabilities.resize(to: window(0, 0, cells: CellSize(columns: 50, rows: 20)))
    #expect(capabilities.cell == Self.size(9, 18))
    capabilities.adopt(TerminalAnswers(progress: .complete))
    #expect(capabilities.cell == Self.size(9, 18))
    var answers = TerminalAnswers(progress: .complete)
    answers.sizes = Self.answers(textArea: Self.size(500, 400))
    capabilities.adopt(answers)
    #expect(capabilities.cell == Self.size(10, 20))
  }
}
