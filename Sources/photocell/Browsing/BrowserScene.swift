import ArgumentParser
import Base
import Browser
import Catalogs
import ExpiringCache
import Glibc
import ImagePipeline
import Imaging
import Photos
import SharedTier
import Storage
import Terminal

@MainActor
struct BrowserScene {
  let browsing: BrowsingOptions
  var isZeroSeparated = false
  var isFollowing = true
  var statistics: SessionStatistics.Form?
  /// Opens the comparison of all photos, decoded from their files.
  var isComparing = false
  /// A fact of the photos for the status line.
  var remark: String?
  /// An import of the photos, which the grid confirms.
  var offer: ImportOffer?
  var log = Log.none

  /// The photos of a run, and the parts that load them.
  struct Browsed {
    let catalog: any PhotoCatalog
    /// The title until the first snapshot arrives; untrusted text.
    let name: String?
    let demand: CatalogDemand
    let web: WebAccess
    let served: SourceCatalogs
    let shared: SharedTier?
    let index: PhotoIndex
    let client: DecoderClient
    let places: PlaceStore?
    let mailbox: Mailbox<BrowserEvent>
    let thumbnails: ThumbnailStore
    let hashes: PerceptualHashStore
    let activity: LoadActivity
    let loads = LoadStatistics()
  }

  struct End {
    let grid: GridViewModel
    let wasInterrupted: Bool
    let statistics: SessionStatistics
  }

  func perform(_ origin: some PhotoOrigin) async throws {
    try checkStreams(for: origin)
    let check = SourceCheck(origin)
    let mailbox = Mailbox<BrowserEvent>()
    // In parallel with the setup of the screen.
    let client = browsing.options.decoder.client(log: log) {
      mailbox.post(.warning($0.description))
    }
    client.start()
    let web = try browsing.web.access(for: origin, log: log) {
      mailbox.post(.notice(.warning("\($0)")))
    }
    let shared = try browsing.options.sharedTier(isOffline: web.isOffline, isLowPriority: true)
    let index = index(notifying: mailbox)
    let demand = CatalogDemand(0)
    let found = origin.catalog(
      web: web, demand: demand, isSurrounded: true, following: following, index: index,
      check: check)
    if found.isHopeless { throw BrowsingExit.noSource }
    let activity = LoadActivity()
    let browsed = Browsed(
      catalog: found.catalog, name: offer?.title ?? name(of: origin), demand: demand, web: web,
      served: SourceCatalogs(
        isRecursive: false, isPaged: true, providers: origin.providers(keepingIn: index),
        client: web.client),
      shared: shared, index: index, client: client,
      places: browsing.options.isPrivate ? nil : Storage.places, mailbox: mailbox,
      thumbnails: Storage.thumbnails(isPrivate: browsing.options.isPrivate) { [log] in
        log.write(.warning, .thumbnails, "\($0)")
        mailbox.post(.notice(.warning("\($0)")))
      },
      hashes: PerceptualHashStore(
        index: index, workingFolder: Storage.workingFolder, activity: activity),
      activity: activity)
    let end: End
    do throws(TerminalError) {
      end = try await browse(browsed)
    } catch {
      StandardError.write("\(error)")
      throw BrowsingExit.noTerminal
    }
    if let statistics { StandardError.write(report: end.statistics.text(as: statistics)) }
    guard !end.wasInterrupted else { throw BrowsingExit.interrupted }
    let grid = end.grid
    let isNoted = noteLastFolder(of: grid)
    if browsing.pick.isPrinting { try printMarked(in: grid) }
    guard isNoted else { throw StandardOutput.failure }
  }

  private func printMarked(in grid: GridViewModel) throws {
    if grid.unreadMarkCount > 0 {
      StandardError.write(
        "\(grid.unreadMarkCount) marked photos were not read yet and are left out")
    }
    let marked = grid.markedPhotos
    let photos = marked.filter { !$0.isInArchive }
    if photos.count < marked.count {
      StandardError.write("photos in archives have no path and are left out")
    }
    let picked = PickedPhotos(photos: photos, isZeroSeparated: isZeroSeparated)
    try StandardOutput.write(picked.bytes)
    if picked.photos.isEmpty { throw BrowsingExit.nothingPicked }
  }

  /// For an archive, writes the folder that contains it. Returns false after an error was reported.
  private func noteLastFolder(of grid: GridViewModel) -> Bool {
    guard let file = browsing.pick.folderFile?.path else { return true }
    var folder = grid.place
    while let archive = folder, archive.isInArchive { folder = archive.parentFolder?.path }
    if folder?.isAddressOfFolder != false { folder = grid.selectedPhoto?.folder }
    guard let error = FolderNote(file: file).write(folder) else { return true }
    StandardError.write("\(HomePath(file, home: Storage.home)): \(error)")
    return false
  }

  /// Keys are read from the controlling terminal if standard input is none, and the screen is drawn
  /// there if standard output is none.
  private func checkStreams(for origin: some PhotoOrigin) throws {
    if origin.readsStandardInput, isatty(STDIN_FILENO) == 1 {
      StandardError.write("- reads a list from standard input; pipe one in")
      throw BrowsingExit.noTerminal
    }
    guard CursesSession.hasTerminal else {
      StandardError.write(
        "browsing needs a terminal; use 'photocell sheet' to print photos without one")
      throw BrowsingExit.noTerminal
    }
  }

  private func index(notifying mailbox: Mailbox<BrowserEvent>) -> PhotoIndex {
    guard !browsing.options.isPrivate else { return PhotoIndex(folder: nil) }
    return Storage.index { [log] in
      log.write(.warning, .index, "\($0)")
      mailbox.post(.notice(.warning("\($0)")))
    }
  }

  /// The first path as a title; nil for addresses, which may contain passwords.
  private func name(of origin: some PhotoOrigin) -> String? {
    guard let first = origin.arguments.first,
      case .path(let path) = GivenSource(first, providers: []).source
    else { return nil }
    let furtherCount = origin.arguments.count - 1
    let name = HomePath(path, home: Storage.home)
    return furtherCount == 0 ? "\(name)" : "\(name) and \(furtherCount) more"
  }

  private func browse(_ browsed: Browsed) async throws(TerminalError) -> End {
    if browsing.appearance.isPlain {
      let plain = try PlainTerminal()
      defer { plain.close() }
      return await show(browsed, on: BrowsingTerminal(plain))
    }
    let session = try CursesSession(
      capabilities: .expected(
        with: browsing.options, window: WindowSize(of: STDOUT_FILENO) ?? .ofControllingTerminal),
      showsCursor: browsing.appearance.showsCursor)
    let end = await show(browsed, on: BrowsingTerminal(session))
    withExtendedLifetime(session) {
      guard !browsing.options.isPrivate else { return }
      KnownTerminals.ofUser?.note(session.screen.capabilities, in: .ofProcess)
    }
    return end
  }

  var following: FolderFollowing? {
    isFollowing ? FolderFollowing(clock: WorkClock(), log: log) : nil
  }
}

extension CatalogNotice {
  func write(to log: Log) {
    log.write(isFailure ? .warning : .info, .source, "\(self)")
  }
}

extension BrowserScene {
  func show(_ browsed: Browsed, on terminal: BrowsingTerminal) async -> End {
    let mailbox = browsed.mailbox
    let grid = grid(of: browsed, on: terminal)
    let layer = layer(over: grid, of: browsed, on: terminal)
    let browser = browser(over: layer, of: grid, mailbox, on: terminal)
    if let notice = terminal.notice { log.write(.info, .terminal, notice) }
    // Before any work: while a library is loaded, no thread can start, which the frame needs.
    browser.show()
    follow(browsed, in: grid)
    if browsing.appearance.isPlain { grid.announceTexts() }
    let settings = UserConfiguration.ofUser.withKeys
    browser.bind(settings.bindings)
    if let problem = settings.shortReport { mailbox.post(.notice(.error(problem))) }
    terminal.start { [log] event in
      if case .advice(let words) = event { log.write(.info, .terminal, words) }
      mailbox.post(.terminal(event))
    }
    let pressure = PressureWatch(paths: { .ofProcess }, onShortage: { mailbox.post(.memoryShort) })
    await withTaskExecutorPreference(WorkExecutor.forTasks) {
      await browser.run()
      if layer.isActing {
        browser.handle(.notice("Finishing file actions – Ctrl-C to stop"))
        browser.show()
      }
      await layer.finish()
      await browsed.hashes.keep()
      grid.endBrowsing()
      await browsed.places?.flush()
    }
    withExtendedLifetime(pressure) {}
    return End(
      grid: grid, wasInterrupted: browser.wasInterrupted,
      statistics: SessionStatistics(
        photoCount: grid.status.listedCount, loads: browsed.loads.counts,
        memory: grid.memory.statistics.sinceStart, frames: browser.presenter.frameTimes,
        terminalByteCount: terminal.writtenByteCount()))
  }

  private func grid(of browsed: Browsed, on terminal: BrowsingTerminal) -> GridViewModel {
    let mailbox = browsed.mailbox
    let kinds = browsing.grid.kinds
    // Hidden files are neither counted nor used as a folder's preview.
    let hidden: LocalFolderPreviews.HiddenNames = { kinds.hidden(among: $0) }
    let cache = browsing.cache
    let tiles = Composition.tileCache(limits: cache.limits, expiration: cache.expiration)
    let bitmaps = Composition.bitmapCache(
      besideTiles: cache.limits, expiration: cache.expiration)
    let loaders = Composition.loaders(
      decodingBy: browsed.client, thumbnails: isComparing ? nil : browsed.thumbnails,
      web: browsed.web, shared: browsed.shared, hashes: browsed.hashes, isLowPriority: true)
    let facts = IndexedFactsReader(
      PhotoRecordReader(
        index: browsed.index, decoder: browsed.client, archives: Composition.archives,
        workingFolder: Storage.workingFolder, activity: browsed.activity),
      sidecars: SidecarReader(index: browsed.index, joinsPairs: kinds.joinsPairs),
      hashes: browsed.hashes, loaders: loaders, gazetteer: Storage.gazetteer)
    let grid = GridViewModel(
      loader: Composition.pipeline(
        of: loaders, cache: tiles, bitmaps: bitmaps, activity: browsed.activity,
        statistics: browsed.loads, log: log),
      memory: tiles, form: terminal.form(),
      area: Presenter.area(of: terminal.screen.size), demand: browsed.demand,
      facts: facts,
      folders: ServedFolderPreviews(
        browsed.served, others: LocalFolderPreviews(following: following, hidden: hidden),
        filtered: FilteredPreviews(facts, hidden: hidden).preview),
      onChange: { mailbox.post(.redraw) })
    browsing.grid.arrange(grid)
    if let offer { grid.show(only: offer.filter) }
    if browsing.grid.zoom != 0 { grid.zoom(by: browsing.grid.zoom) }
    return grid
  }

  private func layer(
    over grid: GridViewModel, of browsed: Browsed, on terminal: BrowsingTerminal
  ) -> GridLayer {
    let web = browsed.web
    var viewing = browsing.viewer.settings(allowingMotion: browsing.appearance.allowsMotion)
    (viewing.beginsWithComparison, viewing.remark) = (isComparing, remark)
    let layer = GridLayer(
      grid: grid, mailbox: browsed.mailbox, clock: WorkClock(),
      tiers: DiskTierKeeper(
        Storage.diskTiers(
          thumbnails: browsed.thumbnails, responses: web.responses, index: browsed.index,
          budget: web.budget),
        shared: browsed.shared.map { tier in { @Sendable in tier.line } }),
      holdings: { [weak screen = terminal.screen] in screen?.holdings },
      keepsMemoryWhenSuspended: browsing.cache.isKeptWhenSuspended,
      isOffline: web.isOffline,
      viewing: viewing, pickLimit: browsing.pick.pick,
      seed: .random(in: 0 ... .max), opening: browsed.name, home: Storage.home,
      actions: Storage.actions, collections: Storage.collections,
      copyPaths: terminal.clipboard.take, programs: terminal.programs,
      programSettings: Storage.programs(opening: UserConfiguration.ofUser.rules), log: log)
    layer.iptc = UserConfiguration.ofUser.iptc
    if let offer { layer.offer = offer }
    // To parse the configured settings would delay the first frame by a millisecond.
    layer.makeExporter = { [client = browsed.client, loader = grid.loader] in
      PhotoExporter(decodingBy: client, loader: loader, .configured)
    }
    return layer
  }

  private func browser(
    over layer: GridLayer, of grid: GridViewModel, _ mailbox: Mailbox<BrowserEvent>,
    on terminal: BrowsingTerminal
  ) -> Browser {
    let browser = Browser(
      root: layer,
      presenter: Presenter(
        on: terminal.screen, clock: WorkClock(),
        theme: UserConfiguration.ofUser.theme(over: browsing.appearance),
        announcer: terminal.announcer,
        formForScreen: terminal.form),
      mailbox: mailbox, clock: WorkClock(), allowsMotion: browsing.appearance.allowsMotion)
    var options = browsing.grid
    browser.reload = { [log] in $0.reload(layer, grid, &options, log) }
    return browser
  }

  /// Posts `.found` when the photo named on the command line is listed, and `.listed` once all are.
  private func follow(_ browsed: Browsed, in grid: GridViewModel) {
    let (served, demand, mailbox) = (browsed.served, browsed.demand, browsed.mailbox)
    let opening = FolderOpening(
      workingFolder: ByteString(Storage.workingFolder), store: browsed.places,
      recursiveCatalog: { folder in
        guard !served.isProvided(folder) else { return nil }
        return FolderCatalog(
          folder: folder, isRecursive: true, following: following, demand: demand)
      }
    ) { folder in
      served.isProvided(folder)
        ? served.catalog(ofFolder: folder, demand: demand)
        : FolderCatalog(folder: folder, following: following, demand: demand)
    }
    var (isFound, isListed) = (false, false)
    var known: Set<CatalogNotice> = []
    grid.browse(browsed.catalog, opening: opening) { [log] snapshot in
      for notice in snapshot.notices where known.insert(notice).inserted { notice.write(to: log) }
      if snapshot.named != nil, !isFound { mailbox.post(.found) }
      isFound = snapshot.named != nil
      if snapshot.isComplete, !isListed { mailbox.post(.listed) }
      isListed = isListed || snapshot.isComplete
    }
  }
}
