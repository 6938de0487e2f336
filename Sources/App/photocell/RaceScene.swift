import ArgumentParser
import Browser
import Catalog
import Concurrency
import CursesTerminal
import Glibc
import Imaging
import RaceDemo
import Terminal

/// `photocell --demo-race`: the race of a reused cell on the screen, or told as a report.
@MainActor
struct RaceScene {
  let race: RaceOptions
  let options: PhotoOptions
  let isRecursive: Bool

  /// Shows the demo to its end, or prints the report.
  /// - Throws: An `ExitCode` after the reason has been written; for a report, where the fix failed or
  ///   had nothing to do.
  func perform() async throws {
    guard !race.report else { return try report() }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      StandardError.write(
        "the demo needs a terminal; 'photocell --demo-race --report' does without one")
      throw ExitCode(1)
    }
    let photos = try await photos()
    do throws(TerminalError) {
      try await show(photos)
    } catch {
      StandardError.write("\(error)")
      throw ExitCode(1)
    }
  }

  private func report() throws {
    let report = RaceReport(of: race.story)
    try StandardOutput.write(race.json ? report.json : report.table)
    guard report.isProof else { throw ExitCode(1) }
  }

  private func photos() async throws -> [Photo] {
    guard let folder = race.photos?.path ?? DemoPhotosFolder.path else { return [] }
    if let problem = FolderCatalog.problems(in: [folder]).first {
      StandardError.write("\(problem.argument): \(problem.error)")
      throw ExitCode(2)
    }
    var photos: [Photo] = []
    let catalog = FolderCatalog(arguments: [folder], isRecursive: isRecursive)
    for await snapshot in catalog.snapshots() { photos = snapshot.photos }
    guard !photos.isEmpty || race.photos == nil else {
      StandardError.write("\(folder): no photos")
      throw ExitCode(2)
    }
    return photos
  }

  private func show(_ photos: [Photo]) async throws(TerminalError) {
    let environment = TerminalEnvironment.ofProcess
    let session = try CursesSession(depth: environment.colorDepth(option: options.color))
    let symbols = environment.symbols(option: options.symbols)
    await show(photos, on: session, symbols)
  }

  private func show(
    _ photos: [Photo], on session: borrowing CursesSession, _ symbols: SymbolSet
  ) async {
    let screen = session.screen
    let form = { TileForm.ofOutput(symbols: symbols, colors: screen.depth) }
    let mailbox = Mailbox<BrowserEvent>()
    let demo = RaceLayer(
      story: race.story, photos: photos,
      loader: Composition.imageManager(
        decodingBy: options.decoder.client(), cache: Composition.tileCache()),
      area: Browser.area(of: screen.size), form: form(), onChange: { mailbox.post(.redraw) })
    let browser = Browser(
      root: demo, screen: screen, mailbox: mailbox, clock: WorkClock(), formForScreen: form)
    browser.show()
    session.input.start { mailbox.post(.terminal($0)) }
    await withTaskExecutorPreference(WorkExecutor.forTasks) {
      await withDiscardingTaskGroup { group in
        group.addTask { await demo.loadPhotos() }
        await browser.run()
        group.cancelAll()
      }
    }
  }
}
