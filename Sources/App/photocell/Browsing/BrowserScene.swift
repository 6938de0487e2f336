import ArgumentParser
import Browser
import Caching
import Catalog
import Concurrency
import Culling
import CursesTerminal
import Decoding
import Glibc
import Grid
import Imaging
import Logging
import MemoryPressure
import PhotoIndex
import Pipeline
import SharedTier
import Terminal
import Tiers
import Values

/// The grid on the screen, wherever its photos come from.
@MainActor
struct BrowserScene {
  let options: PhotoOptions
  let viewer: ViewerOptions
  let pick: PickOptions
  let gridOptions: GridOptions
  let looks: LookOptions
  let cache: CacheOptions
  let web: WebOptions
  /// Whether the picked photos are ended by zero bytes.
  var isZeroSeparated = false
  /// Whether folders are followed while they are shown.
  var isFollowing = true
  /// How it is told at the end what was loaded and shown; nil where it is not.
  var statistics: SessionStatistics.Form?
  /// Hears what goes wrong.
  var log = Log.none

  /// How browsing ended.
  private struct End {
    let grid: GridViewModel
    /// Whether that was by Ctrl-C.
    let wasInterrupted: Bool
    let statistics: SessionStatistics
  }

  /// Browses until the user quits, and prints the marked photos where that was asked for.
  /// - Throws: An `ExitCode` after the reason has been written.
  func perform(_ origin: some PhotoOrigin) async throws {
    try checkStreams(for: origin)
    let look = FirstLook(origin)
    let mailbox = Mailbox<BrowserEvent>()
    let client = decoderThatWarmsUp(mailbox)
    let web = try web.access(for: origin.arguments, provided: origin.access, log: log) {
      mailbox.post(.notice("\($0)"))
    }
    let shared = try options.sharedTier(isOffline: web.isOffline)
    let demand = CatalogDemand(0)
    let found = origin.catalog(
      web: web, demand: demand, isSurrounded: true,
      following: following, look: look)
    if found.isHopeless { throw BrowsingExit.noSource }
    let served = SourceCatalogs(
      isRecursive: false, providers: origin.providers, client: web.client)
    let end: End
    do throws(TerminalError) {
      end = try await browse(
        found.catalog, named: name(of: origin), demand, web, served, shared, client, mailbox)
    } catch {
      StandardError.write("\(error)")
      throw BrowsingExit.noTerminal
    }
    if let statistics { StandardError.write(report: end.statistics.text(as: statistics)) }
    guard !end.wasInterrupted else { throw BrowsingExit.interrupted }
    let grid = end.grid
    noteFolder(grid.place.flatMap { $0.isAddressOfFolder ? nil : $0 } ?? grid.selectedPhoto?.folder)
    guard pick.isPrinting else { return }
    let picked = PickedPhotos(photos: grid.markedPhotos, isZeroSeparated: isZeroSeparated)
    try StandardOutput.write(picked.bytes)
    if picked.photos.isEmpty { throw BrowsingExit.nothingPicked }
  }

  private func noteFolder(_ folder: ByteString?) {
    guard let file = pick.folderFile?.path, let error = FolderNote(file: file).write(folder) else {
      return
    }
    StandardError.write("\(HomePath(file, home: Storage.home)): \(error)")
  }

  /// Keys come from the terminal itself where a list comes from standard input.
  private func checkStreams(for origin: some PhotoOrigin) throws {
    let isTerminal = isatty(STDIN_FILENO) == 1
    if origin.readsStandardInput, isTerminal {
      StandardError.write("a list is read from standard input, which is the terminal: pipe one in")
      throw BrowsingExit.noTerminal
    }
    guard isTerminal || origin.readsStandardInput, isatty(STDOUT_FILENO) == 1 || hasTerminal else {
      StandardError.write(
        "browsing needs a terminal; 'photocell sheet' prints the photos without one")
      throw BrowsingExit.noTerminal
    }
  }

  /// Whether there is a terminal to draw on while standard output goes elsewhere.
  private var hasTerminal: Bool {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }

  /// Has a processor of its own begin while this one gets the screen ready.
  private func decoderThatWarmsUp(_ mailbox: Mailbox<BrowserEvent>) -> DecoderClient {
    let client = options.decoder.client(log: log) { mailbox.post(.warning($0.description)) }
    client.start()
    return client
  }

  /// The path that is opened first, for the time until there is more to say; addresses may hold
  /// passwords, and are not named.
  private func name(of origin: some PhotoOrigin) -> String? {
    guard let first = origin.arguments.first,
      case .path(let path) = GivenSource(first, providers: []).source
    else { return nil }
    let furtherCount = origin.arguments.count - 1
    let name = HomePath(path, home: Storage.home)
    return furtherCount == 0 ? "\(name)" : "\(name) and \(furtherCount) more"
  }

  /// Browses until the end.
  private func browse(
    _ catalog: any PhotoCatalog, named name: String?, _ demand: CatalogDemand, _ web: WebAccess,
    _ served: SourceCatalogs, _ shared: SharedTier?, _ client: DecoderClient,
    _ mailbox: Mailbox<BrowserEvent>
  ) async throws(TerminalError) -> End {
    if looks.isPlain {
      let plain = try PlainTerminal()
      defer { plain.close() }
      return await show(
        catalog, named: name, demand, web, served, shared, client, mailbox,
        on: BrowsingTerminal(plain))
    }
    let session = try CursesSession(
      capabilities: .expected(
        with: options, window: WindowSize(of: STDOUT_FILENO) ?? .ofControllingTerminal),
      showsCursor: looks.showsCursor)
    let end = await show(
      catalog, named: name, demand, web, served, shared, client, mailbox,
      on: BrowsingTerminal(session))
    withExtendedLifetime(session) {}
    return end
  }

  /// What photos say is kept on disk, unless nothing may be.
  private func index(_ mailbox: Mailbox<BrowserEvent>) -> PhotoIndex {
    options.isPrivate
      ? PhotoIndex(folder: nil)
      : Storage.index { [log] in
        log.write(.warning, .index, "\($0)")
        mailbox.post(.notice("\($0)"))
      }
  }

  private func show(
    _ catalog: any PhotoCatalog, named name: String?, _ demand: CatalogDemand, _ web: WebAccess,
    _ served: SourceCatalogs, _ shared: SharedTier?, _ client: DecoderClient,
    _ mailbox: Mailbox<BrowserEvent>, on terminal: BrowsingTerminal
  ) async -> End {
    let (screen, form) = (terminal.screen, terminal.form)
    let thumbnails = Storage.thumbnails(isPrivate: options.isPrivate) { [log] in
      log.write(.warning, .thumbnails, "\($0)")
      mailbox.post(.notice("\($0)"))
    }
    let tiles = Composition.tileCache(limits: cache.limits, expiration: cache.expiration)
    let bitmaps = Composition.bitmapCache(besideTiles: cache.limits, expiration: cache.expiration)
    let (pace, index, tally) = (LoadPace(), index(mailbox), LoadTally())
    let seen = PictureLooks(index: index, workingFolder: Storage.workingFolder, pace: pace)
    let pictures = Composition.pictures(
      decodingBy: client, thumbnails: thumbnails, web: web, looks: seen)
    let grid = GridViewModel(
      loader: Composition.imageManager(
        decodingBy: client, cache: tiles, bitmaps: bitmaps, thumbnails: thumbnails,
        shared: shared, looks: seen, web: web, pace: pace, tally: tally, log: log
      ), memory: tiles, form: form(), area: Presenter.area(of: screen.size), demand: demand,
      facts: IndexedFactsReader(
        PhotoRecordReader(
          index: index, decoder: client, workingFolder: Storage.workingFolder, pace: pace),
        sidecars: SidecarReader(index: index, joinsPairs: gridOptions.joinsPairs), looks: seen,
        pictures: PictureLoader(files: pictures.files, web: pictures.web)),
      folders: ServedFolderPeeker(served),
      onChange: { mailbox.post(.redraw) })
    gridOptions.arrange(grid)
    if gridOptions.zoom != 0 { grid.zoom(by: gridOptions.zoom) }
    let habits = UserConfiguration.ofUser
    let layer = GridLayer(
      grid: grid, mailbox: mailbox, clock: WorkClock(),
      tiers: DiskTierKeeper(
        Storage.diskTiers(
          thumbnails: thumbnails, responses: web.responses, index: index, budget: web.budget),
        shared: shared?.telling),
      holdings: { [weak screen] in screen?.holdings },
      keepsMemoryWhenSuspended: cache.isKeptWhenSuspended, isOffline: web.isOffline,
      viewing: viewer.settings(allowingMotion: looks.allowsMotion), pickLimit: pick.pick,
      seed: .random(in: 0 ... .max),
      opening: name, home: Storage.home, actions: Storage.actions,
      copyPaths: terminal.clipboard.take, programs: terminal.programs,
      programSettings: Storage.programs(opening: habits.rules), log: log)
    let browser = Browser(
      root: layer,
      presenter: Presenter(
        on: screen, clock: WorkClock(), theme: habits.theme(over: looks), teller: terminal.teller,
        formForScreen: form),
      mailbox: mailbox, clock: WorkClock(), allowsMotion: looks.allowsMotion)
    let reload = ConfigurationReload(grid: grid, options: gridOptions, log: log)
    browser.reload = { reload.perform(in: $0) }
    browse(catalog, served, demand, in: grid) { mailbox.post($0) }
    if let notice = terminal.notice {
      log.write(.warning, .terminal, notice)
      mailbox.post(.notice(notice))
    }
    browser.show()
    let whole = habits.withKeys
    browser.bind(whole.bindings)
    if let problem = whole.shortReport { mailbox.post(.notice(problem)) }
    terminal.start { [log] event in
      if case .advice(let words) = event { log.write(.info, .terminal, words) }
      mailbox.post(.terminal(event))
    }
    let pressure = PressureWatch(paths: { .ofProcess }, onShortage: { mailbox.post(.memoryShort) })
    await withTaskExecutorPreference(WorkExecutor.forTasks) {
      await browser.run()
      if layer.isActing {
        browser.handle(.notice("writing what was noted, Ctrl-C ends that"))
        browser.show()
      }
      await layer.finish()
      await seen.keep()
    }
    withExtendedLifetime(pressure) {}
    grid.endBrowsing()
    return End(
      grid: grid, wasInterrupted: browser.wasInterrupted,
      statistics: SessionStatistics(
        photoCount: grid.status.listedCount, loads: tally.counts,
        memory: grid.memoryStatistics.sinceStart, frames: browser.presenter.frameTimes,
        terminalByteCount: terminal.writtenByteCount()))
  }

  /// How folders are followed while they are shown; nil where they are not.
  private var following: FolderFollowing? {
    isFollowing ? FolderFollowing(clock: WorkClock(), log: log) : nil
  }

  /// Shows what a catalog knows, and the folders that one goes to from there; tells when the photo that was
  /// named is there for the first time, and when everything is.
  private func browse(
    _ catalog: any PhotoCatalog, _ served: SourceCatalogs, _ demand: CatalogDemand,
    in grid: GridViewModel,
    tell: @escaping @MainActor (BrowserEvent) -> Void
  ) {
    let opening = FolderOpening(workingFolder: ByteString(Storage.workingFolder)) { folder in
      folder.isAddressOfFolder
        ? served.catalog(ofFolder: folder, demand: demand)
        : FolderCatalog(folder: folder, following: following, demand: demand)
    }
    var (isFound, isListed) = (false, false)
    var known: Set<CatalogNotice> = []
    grid.browse(catalog, opening: opening) { [log] snapshot in
      for notice in snapshot.notices where known.insert(notice).inserted { notice.tell(log) }
      if snapshot.named != nil, !isFound { tell(.found) }
      isFound = snapshot.named != nil
      if snapshot.isComplete, !isListed { tell(.listed) }
      isListed = isListed || snapshot.isComplete
    }
  }
}

extension CatalogNotice {
  /// Tells a log of it.
  func tell(_ log: Log) {
    log.write(isFailure ? .warning : .info, .source, "\(self)")
  }
}
