import ArgumentParser
import Base
import Browser
import Catalogs
import Glibc
import ImagePipeline
import Photos
import SharedTier
import Storage
import Terminal

/// Runs the browser on the screen, for photos of any source.
@MainActor
struct BrowserScene {
  let options: PhotoOptions
  let viewer: ViewerOptions
  let pick: PickOptions
  let gridOptions: GridOptions
  let looks: AppearanceOptions
  let cache: CacheOptions
  let web: WebOptions
  /// Whether picked photos are printed with a terminating zero byte.
  var isZeroSeparated = false
  var isFollowing = true
  /// The format of the statistics printed at the end; nil for none.
  var statistics: SessionStatistics.Form?
  var log = Log.none

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
    let mailbox: Mailbox<BrowserEvent>
  }

  struct End {
    let grid: GridViewModel
    let wasInterrupted: Bool
    let statistics: SessionStatistics
  }

  /// Browses until the user quits, then prints the marked photos if requested.
  func perform(_ origin: some PhotoOrigin) async throws {
    try checkStreams(for: origin)
    let look = FirstLook(origin)
    let mailbox = Mailbox<BrowserEvent>()
    let client = decoderThatWarmsUp(mailbox)
    let web = try web.access(for: origin, log: log) {
      mailbox.post(.notice("\($0)"))
    }
    let shared = try options.sharedTier(isOffline: web.isOffline, givesWay: true)
    let index = index(telling: mailbox)
    let demand = CatalogDemand(0)
    let found = origin.catalog(
      web: web, demand: demand, isSurrounded: true,
      following: following, index: index, look: look)
    if found.isHopeless { throw BrowsingExit.noSource }
    let browsed = Browsed(
      catalog: found.catalog, name: name(of: origin), demand: demand, web: web,
      served: SourceCatalogs(
        isRecursive: false, isPaged: true, providers: origin.providers(keepingIn: index),
        client: web.client),
      shared: shared, index: index, client: client, mailbox: mailbox)
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
    noteFolder(grid.place.flatMap { $0.isAddressOfFolder ? nil : $0 } ?? grid.selectedPhoto?.folder)
    guard pick.isPrinting else { return }
    if grid.unreadMarkCount > 0 {
      StandardError.write(
        "\(grid.unreadMarkCount) marked photos were not read yet and are left out")
    }
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

  /// Starts the decoder process early, in parallel with the setup of the screen.
  private func decoderThatWarmsUp(_ mailbox: Mailbox<BrowserEvent>) -> DecoderClient {
    let client = options.decoder.client(log: log) { mailbox.post(.warning($0.description)) }
    client.start()
    return client
  }

  private func index(telling mailbox: Mailbox<BrowserEvent>) -> PhotoIndex {
    guard !options.isPrivate else { return PhotoIndex(folder: nil) }
    return Storage.index { [log] in
      log.write(.warning, .index, "\($0)")
      mailbox.post(.notice("\($0)"))
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
    if looks.isPlain {
      let plain = try PlainTerminal()
      defer { plain.close() }
      return await show(browsed, on: BrowsingTerminal(plain))
    }
    let session = try CursesSession(
      capabilities: .expected(
        with: options, window: WindowSize(of: STDOUT_FILENO) ?? .ofControllingTerminal),
      showsCursor: looks.showsCursor)
    let end = await show(browsed, on: BrowsingTerminal(session))
    withExtendedLifetime(session) {}
    return end
  }

  var following: FolderFollowing? {
    isFollowing ? FolderFollowing(clock: WorkClock(), log: log) : nil
  }
}

extension CatalogNotice {
  func tell(_ log: Log) {
    log.write(isFailure ? .warning : .info, .source, "\(self)")
  }
}
