import ArgumentParser
import Glibc
import Grid
import Imaging
import Terminal

/// How a contact sheet is laid out.
struct SheetOptions: ParsableArguments {
  @Option(help: "How many photos stand in a row.")
  var columns: Int?

  @Option(help: "The width in character cells (default: the terminal's, or 80).")
  var width: Int?

  /// Tells whether anything was said.
  var isGiven: Bool { columns != nil || width != nil }

  func validate() throws {
    if let columns, columns < 1 { throw ValidationError("--columns must be at least 1") }
    if let width, !(1...10_000).contains(width) {
      throw ValidationError("--width must be from 1 to 10000")
    }
  }

  /// As the grid would be laid out on a screen of this width, if it had no bottom.
  @MainActor
  func layout(cellAspect: Double) -> GridLayout {
    let width = width ?? WindowSize(of: STDOUT_FILENO)?.cells.columns ?? 80
    return GridLayout(
      area: CellSize(columns: width, rows: .max / 2),
      columns: columns ?? GridLayout.defaultColumns(width: width), cellAspect: cellAspect)
  }
}
