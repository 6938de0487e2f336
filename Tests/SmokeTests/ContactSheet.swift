import TestSupport

/// The expected final grid: the contact sheet of the demo photos, which is laid out and painted
/// the same way but does not go through a terminal.
struct ContactSheet {
  private let rows: [[StyledCell]]

  /// Prints a sheet of a folder as wide as a terminal, in character cells.
  init(width: Int, options: String = "", of folder: String = TestedProgram.photos) throws {
    let home = TemporaryFolder()
    let words = ["sheet", "--width", "\(width)"] + options.split(separator: " ").map(String.init)
    let run = try ProgramRun(
      [TestedProgram.path] + words + [folder],
      environment: TestedProgram.environment(home: home.path))
    rows = StyledScreen(parsing: run.outputText).unmarkedRows
  }

  /// Whether a screen shows the beginning of this sheet above its status line, cell for cell.
  func isShown(by screen: StyledScreen) -> Bool {
    let shown = screen.unmarkedRows.dropLast()
    let blank = Array(repeating: [StyledCell](), count: max(0, shown.count - rows.count))
    return shown.elementsEqual(rows.prefix(shown.count) + blank)
  }
}
