import ArgumentParser
import Base
import Glibc
import Imaging
import Photos
import Terminal

struct SheetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Print one contact sheet with captions, and end.",
    discussion: """
      Of a feed that goes on, the pages up to the first 1,000 photos are printed. \
      Exit code 0 where every photo is shown, 1 where some could not be, 2 where none could, \
      64 for wrong usage.
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "The web") var web: WebOptions
  @OptionGroup var sheet: SheetOptions

  @MainActor
  func perform(_ log: Log) async throws {
    try await SheetPrint(options: options, sheet: sheet, web: web).perform(sources, log)
  }
}

struct SheetOptions: ParsableArguments {
  @Option(help: "How many photos stand in a row.")
  var columns: Int?

  @Option(
    help: "The width in character cells (default: the terminal's, also through a pipe, or 80).")
  var width: Int?

  var isGiven: Bool { columns != nil || width != nil }

  func validate() throws {
    if let columns, columns < 1 { throw ValidationError("--columns must be at least 1") }
    if let width, !(1...10_000).contains(width) {
      throw ValidationError("--width must be from 1 to 10000")
    }
  }

  /// Lays out as the grid on a screen of this width and unlimited height.
  @MainActor
  func layout(cellAspect: Double) -> GridLayout {
    let width = width ?? Self.terminalWidth ?? 80
    return GridLayout(
      width: width, columns: columns ?? GridLayout.defaultColumns(width: width),
      cellAspect: cellAspect)
  }

  /// The width of the terminal in which the sheet will be read.
  ///
  /// If the output is a pipe, for example to a pager, that is the controlling terminal. Nil for
  /// files, which may be read in any terminal.
  private static var terminalWidth: Int? {
    if let size = WindowSize(of: STDOUT_FILENO) { return size.cells.columns }
    var status = stat()
    guard unsafe fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return nil
    }
    return WindowSize.ofControllingTerminal?.cells.columns
  }
}
