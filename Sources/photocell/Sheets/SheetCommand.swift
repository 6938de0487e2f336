import ArgumentParser
import Base
import Glibc
import Imaging
import Photos
import Terminal

struct SheetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Print a contact sheet with captions.",
    discussion: """
      Of a long feed, up to 1,000 photos are printed. Exit codes: 0 if every photo was shown, 1 if \
      some were not, 2 if none was, 64 for wrong usage, 74 if the output could not be written.
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "Network") var web: WebOptions
  @OptionGroup var sheet: SheetOptions

  @MainActor
  func perform(_ log: Log) async throws {
    try await SheetPrint(options: options, sheet: sheet, web: web).perform(sources, log)
  }
}

struct SheetOptions: ParsableArguments {
  @Option(help: "Photos per row.")
  var columns: Int?

  @Option(
    help: "Width in character cells (default: the terminal's, even through a pipe, else 80).")
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
