import ArgumentParser
import Catalog
import Glibc
import Grid
import Imaging
import Pipeline
import Terminal

/// `photocell sheet PATH…`: one contact sheet on standard output.
struct SheetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Print one contact sheet with captions, and end.",
    discussion: """
      Exit code 0 where every photo is shown, 1 where some could not be, 2 where none could, \
      64 for wrong usage.
      """)

  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "The web") var web: WebOptions

  @Option(help: "How many photos stand in a row.")
  var columns: Int?

  @Option(help: "The width in character cells (default: the terminal's, or 80).")
  var width: Int?

  func validate() throws {
    if let columns, columns < 1 { throw ValidationError("--columns must be at least 1") }
    if let width, !(1...10_000).contains(width) {
      throw ValidationError("--width must be from 1 to 10000")
    }
  }

  @MainActor
  func perform() async throws {
    let web = try web.access(for: options.arguments) { StandardError.write("\($0)") }
    let (catalog, problemCount) = Composition.catalog(for: options)
    var photos: [Photo] = []
    for await snapshot in catalog.snapshots() { photos = snapshot.photos }
    let sheet = Sheet(photos: photos, layout: layout, form: form)
    let thumbnails = Storage.thumbnails(isPrivate: options.isPrivate) {
      StandardError.write("\($0)")
    }
    let manager = Composition.imageManager(
      for: options, cache: Composition.tileCache(), thumbnails: thumbnails, web: web)
    let failures = await sheet.write(with: manager) + problemCount
    await manager.finish()
    let total = photos.count + problemCount
    guard failures == 0 else { throw ExitCode(failures == total ? 2 : 1) }
  }

  @MainActor
  private var form: TileForm {
    let environment = TerminalEnvironment.ofProcess
    return .ofOutput(
      symbols: environment.symbols(option: options.symbols),
      colors: environment.colorDepth(option: options.color))
  }

  /// As the grid would be laid out on a screen of this width, if it had no bottom.
  @MainActor
  private var layout: GridLayout {
    let width = width ?? WindowSize(of: STDOUT_FILENO)?.cells.columns ?? 80
    return GridLayout(
      area: CellSize(columns: width, rows: .max / 2),
      columns: columns ?? GridLayout.defaultColumns(width: width), cellAspect: form.cellAspect)
  }
}
