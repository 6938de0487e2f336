import ArgumentParser
import Browser
import Catalog
import CursesTerminal
import Glibc
import Grid
import Imaging
import MemoryPressure
import Pipeline
import Terminal
import Threading

/// `photocell PATH…`: the grid on the screen.
struct BrowseCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse photos in a scrolling grid (the default).")

  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "The memory cache") var cache: CacheOptions
  @OptionGroup(title: "The web") var web: WebOptions
  @OptionGroup(title: "The demo of the reused cell") var race: RaceOptions

  @MainActor
  func perform() async throws {
    if race.isRequested { return try await RaceScene(race: race, options: options).perform() }
    if let folder = cache.comparedFolder?.path {
      let comparison = CacheComparison(folder: folder, options: options)
      return try await comparison.perform()
    }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      StandardError.write(
        "browsing needs a terminal; 'photocell sheet' prints the photos without one")
      throw ExitCode(1)
    }
    let mailbox = Mailbox<BrowserEvent>()
    let web = try web.access(for: options.arguments) { mailbox.post(.notice("\($0)")) }
    let (catalog, problemCount) = Composition.catalog(for: options)
    if problemCount == options.arguments.count { throw ExitCode(2) }
    do throws(TerminalError) {
      try await browse(catalog.snapshots(), web, mailbox)
    } catch {
      StandardError.write("\(error)")
      throw ExitCode(1)
    }
  }

  @MainActor
  private func browse(
    _ snapshots: AsyncStream<CatalogSnapshot>, _ web: WebAccess, _ mailbox: Mailbox<BrowserEvent>
  ) async throws(TerminalError) {
    let environment = TerminalEnvironment.ofProcess
    let session = try CursesSession(depth: environment.colorDepth(option: options.color))
    let symbols = environment.symbols(option: options.symbols)
    await show(snapshots, web, mailbox, on: session, symbols)
  }

  @MainActor
  private func show(
    _ snapshots: AsyncStream<CatalogSnapshot>, _ web: WebAccess, _ mailbox: Mailbox<BrowserEvent>,
    on session: borrowing CursesSession, _ symbols: SymbolSet
  ) async {
    let screen = session.screen
    let form = { TileForm.ofOutput(symbols: symbols, colors: screen.depth) }
    let thumbnails = Storage.thumbnails(isPrivate: options.isPrivate) {
      mailbox.post(.notice("\($0)"))
    }
    let tiles = Composition.tileCache(limits: cache.limits, expiration: cache.expiration)
    let grid = GridViewModel(
      loader: Composition.imageManager(
        for: options, cache: tiles, thumbnails: thumbnails, web: web
      ) {
        mailbox.post(.warning($0.description))
      }, memory: tiles, form: form(), area: Browser.area(of: screen.size),
      onChange: { mailbox.post(.redraw) })
    let browser = Browser(
      grid: grid, screen: screen, mailbox: mailbox, clock: WorkClock(),
      tiers: DiskTierKeeper(
        DiskTiers.all(thumbnails: thumbnails, responses: web.responses, budget: web.budget)),
      keepsMemoryWhenSuspended: cache.isKeptWhenSuspended, isOffline: web.isOffline,
      formForScreen: form)
    session.input.start { mailbox.post(.terminal($0)) }
    let pressure = PressureWatch(paths: { .ofProcess }, onShortage: { mailbox.post(.memoryShort) })
    let listing = Task.immediate(executorPreference: WorkExecutor.forTasks) {
      await grid.follow(snapshots)
    }
    await browser.run()
    withExtendedLifetime(pressure) {}
    listing.cancel()
  }
}
