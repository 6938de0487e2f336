import Base
import Browser
import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import SharedTier
import Storage
import Terminal

extension BrowserScene {
  private struct Stores {
    let tiles: TileMemory
    let bitmaps: BitmapMemory
    let thumbnails: ThumbnailStore
    let index: PhotoIndex
    let hashes: PerceptualHashStore
    let activity: LoadActivity
    let loads = LoadStatistics()
  }

  func show(_ browsed: Browsed, on terminal: BrowsingTerminal) async -> End {
    let (stores, mailbox) = (stores(of: browsed), browsed.mailbox)
    let grid = grid(of: browsed, stores, on: terminal)
    let layer = layer(over: grid, of: browsed, stores, on: terminal)
    let browser = browser(over: layer, of: grid, mailbox, on: terminal)
    if let notice = terminal.notice {
      log.write(.warning, .terminal, notice)
      mailbox.post(.notice(notice))
    }
    // Before any work is started: while a library is loaded no thread can start, and the first
    // frame needs some.
    browser.show()
    follow(browsed, in: grid)
    let habits = UserConfiguration.ofUser.withKeys
    browser.bind(habits.bindings)
    if let problem = habits.shortReport { mailbox.post(.notice(problem)) }
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
      await stores.hashes.keep()
    }
    withExtendedLifetime(pressure) {}
    grid.endBrowsing()
    return End(
      grid: grid, wasInterrupted: browser.wasInterrupted,
      statistics: SessionStatistics(
        photoCount: grid.status.listedCount, loads: stores.loads.counts,
        memory: grid.memoryStatistics.sinceStart, frames: browser.presenter.frameTimes,
        terminalByteCount: terminal.writtenByteCount()))
  }

  private func stores(of browsed: Browsed) -> Stores {
    let (index, mailbox) = (browsed.index, browsed.mailbox)
    let thumbnails = Storage.thumbnails(isPrivate: options.isPrivate) { [log] in
      log.write(.warning, .thumbnails, "\($0)")
      mailbox.post(.notice("\($0)"))
    }
    let activity = LoadActivity()
    return Stores(
      tiles: Composition.tileCache(limits: cache.limits, expiration: cache.expiration),
      bitmaps: Composition.bitmapCache(
        besideTiles: cache.limits, expiration: cache.expiration),
      thumbnails: thumbnails, index: index,
      hashes: PerceptualHashStore(
        index: index, workingFolder: Storage.workingFolder, activity: activity),
      activity: activity)
  }

  /// Raw files with a JPEG beside them: neither counted nor used as a folder's preview.
  private var hiddenNames: LocalFolderPreviews.HiddenNames {
    guard gridOptions.joinsPairs else { return { _ in [] } }
    return { RawPairs.raws(withPictureAmong: $0) }
  }

  private func grid(
    of browsed: Browsed, _ stores: Stores, on terminal: BrowsingTerminal
  ) -> GridViewModel {
    let mailbox = browsed.mailbox
    let loaders = Composition.loaders(
      decodingBy: browsed.client, thumbnails: stores.thumbnails, web: browsed.web,
      shared: browsed.shared, hashes: stores.hashes, givesWay: true)
    let grid = GridViewModel(
      loader: Composition.pipeline(
        of: loaders, cache: stores.tiles, bitmaps: stores.bitmaps, activity: stores.activity,
        statistics: stores.loads, log: log),
      memory: stores.tiles, form: terminal.form(),
      area: Presenter.area(of: terminal.screen.size), demand: browsed.demand,
      facts: IndexedFactsReader(
        PhotoRecordReader(
          index: stores.index, decoder: browsed.client, workingFolder: Storage.workingFolder,
          activity: stores.activity),
        sidecars: SidecarReader(index: stores.index, joinsPairs: gridOptions.joinsPairs),
        hashes: stores.hashes, loaders: loaders),
      folders: ServedFolderPreviews(
        browsed.served,
        others: LocalFolderPreviews(following: following, hidden: hiddenNames)),
      onChange: { mailbox.post(.redraw) })
    gridOptions.arrange(grid)
    if gridOptions.zoom != 0 { grid.zoom(by: gridOptions.zoom) }
    return grid
  }

  private func layer(
    over grid: GridViewModel, of browsed: Browsed, _ stores: Stores, on terminal: BrowsingTerminal
  ) -> GridLayer {
    let web = browsed.web
    return GridLayer(
      grid: grid, mailbox: browsed.mailbox, clock: WorkClock(),
      tiers: DiskTierKeeper(
        Storage.diskTiers(
          thumbnails: stores.thumbnails, responses: web.responses, index: stores.index,
          budget: web.budget),
        shared: browsed.shared?.telling),
      holdings: { [weak screen = terminal.screen] in screen?.holdings },
      keepsMemoryWhenSuspended: cache.isKeptWhenSuspended, isOffline: web.isOffline,
      viewing: viewer.settings(allowingMotion: looks.allowsMotion), pickLimit: pick.pick,
      seed: .random(in: 0 ... .max), opening: browsed.name, home: Storage.home,
      actions: Storage.actions, copyPaths: terminal.clipboard.take, programs: terminal.programs,
      programSettings: Storage.programs(opening: UserConfiguration.ofUser.rules), log: log)
  }

  private func browser(
    over layer: GridLayer, of grid: GridViewModel, _ mailbox: Mailbox<BrowserEvent>,
    on terminal: BrowsingTerminal
  ) -> Browser {
    let browser = Browser(
      root: layer,
      presenter: Presenter(
        on: terminal.screen, clock: WorkClock(),
        theme: UserConfiguration.ofUser.theme(over: looks), announcer: terminal.announcer,
        formForScreen: terminal.form),
      mailbox: mailbox, clock: WorkClock(), allowsMotion: looks.allowsMotion)
    let reload = ConfigurationReload(grid: grid, options: gridOptions, log: log)
    browser.reload = { reload.perform(in: $0) }
    return browser
  }

  /// Publishes a catalog's snapshots to the grid and opens the folders that are entered from there.
  ///
  /// Posts `.found` when the photo named on the command line is listed, and `.listed` once the
  /// catalog is complete.
  private func follow(_ browsed: Browsed, in grid: GridViewModel) {
    let (served, demand, mailbox) = (browsed.served, browsed.demand, browsed.mailbox)
    let opening = FolderOpening(workingFolder: ByteString(Storage.workingFolder)) { folder in
      folder.isAddressOfFolder
        ? served.catalog(ofFolder: folder, demand: demand)
        : FolderCatalog(folder: folder, following: following, demand: demand)
    }
    var (isFound, isListed) = (false, false)
    var known: Set<CatalogNotice> = []
    grid.browse(browsed.catalog, opening: opening) { [log] snapshot in
      for notice in snapshot.notices where known.insert(notice).inserted { notice.tell(log) }
      if snapshot.named != nil, !isFound { mailbox.post(.found) }
      isFound = snapshot.named != nil
      if snapshot.isComplete, !isListed { mailbox.post(.listed) }
      isListed = isListed || snapshot.isComplete
    }
  }
}
