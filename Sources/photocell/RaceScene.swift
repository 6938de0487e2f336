import ArgumentParser
internal import Base
import Browser
import Catalogs
import Glibc
import Imaging
import RaceDemo
import Terminal

/// `photocell --demo-race`: the demo of cell reuse, on the screen or as a report.
@MainActor
struct RaceScene {
  let race: RaceOptions
  let options: PhotoOptions
  let appearance: AppearanceOptions
  let isRecursive: Bool

  /// Throws an `ExitCode` after the reason has been written; for a report, if the fix failed or had
  /// nothing to do.
  func perform() async throws {
    guard !race.report else { return try report() }
    guard isatty(STDOUT_FILENO) == 1, CursesSession.hasTerminal else {
      StandardError.write("the demo needs a terminal; use --demo-race --report without one")
      throw BrowsingExit.noTerminal
    }
    let photos = try await photos()
    let wasInterrupted: Bool
    do throws(TerminalError) {
      wasInterrupted = try await show(photos)
    } catch {
      StandardError.write("\(error)")
      throw BrowsingExit.noTerminal
    }
    if wasInterrupted { throw BrowsingExit.interrupted }
  }

  private func report() throws {
    let report = RaceReport(of: race.story)
    try StandardOutput.write(race.json ? report.json : report.table)
    guard report.isProof else { throw ExitCode(1) }
  }

  private func photos() async throws -> [Photo] {
    guard let folder = race.photos?.path ?? DemoPhotosFolder.path else { return [] }
    return try await FolderCatalog.photos(in: folder, isRecursive: isRecursive)
  }

  private func show(_ photos: [Photo]) async throws(TerminalError) -> Bool {
    let session = try CursesSession(
      capabilities: .expected(with: options), showsCursor: appearance.showsCursor)
    return await show(photos, on: session)
  }

  private func show(_ photos: [Photo], on session: borrowing CursesSession) async -> Bool {
    let screen = session.screen
    let form = { TileForm.ofOutput(screen.capabilities, colors: screen.depth) }
    let mailbox = Mailbox<BrowserEvent>()
    let demo = RaceLayer(
      story: race.story, photos: photos,
      loader: Composition.pipeline(
        decodingBy: options.decoder.client(), cache: Composition.tileCache()),
      area: Presenter.area(of: screen.size), form: form(),
      allowsMotion: appearance.allowsMotion, onChange: { mailbox.post(.redraw) })
    let browser = Browser(
      root: demo,
      presenter: Presenter(
        on: screen, clock: WorkClock(), theme: UserConfiguration.ofUser.theme(over: appearance),
        formForScreen: form),
      mailbox: mailbox, clock: WorkClock(), allowsMotion: appearance.allowsMotion)
    browser.show()
    session.input.start { mailbox.post(.terminal($0)) }
    await withTaskExecutorPreference(WorkExecutor.forTasks) {
      await withDiscardingTaskGroup { group in
        group.addTask { await demo.loadPhotos() }
        await browser.run()
        group.cancelAll()
      }
    }
    return browser.wasInterrupted
  }
}

struct RaceOptions: ParsableArguments {
  @Flag(
    name: .customLong("demo-race"),
    help: "Demonstrate the cell-reuse bug and its fix side by side.")
  var isRequested = false

  @Option(help: "Seed of the run; equal seeds give equal runs.")
  var seed: UInt64?

  @Option(help: "Response times (default: 50ms..800ms).", transform: OptionValue.latency)
  var latency: LatencyRange?

  @Option(help: "Folder of photos to show (default: the demo photos).", completion: .directory)
  var photos: PathArgument?

  @Flag(
    help: """
      Run without a screen and print the counters; exit code 1 if the fix failed or had nothing \
      to do.
      """)
  var report = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  var story: RaceStory { RaceStory(seed: seed ?? 1, latency: latency ?? .usual) }

  func validate() throws {
    let isAlone = seed == nil && latency == nil && photos == nil && !report && !json
    guard isRequested || isAlone else {
      throw ValidationError("--seed, --latency, --photos, --report and --json need --demo-race")
    }
    guard !report || photos == nil else {
      throw ValidationError("--photos does not go with --report")
    }
    guard report || !json else { throw ValidationError("--json needs --report") }
  }
}
