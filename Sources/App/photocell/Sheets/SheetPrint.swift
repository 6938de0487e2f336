import ArgumentParser
import Catalog
import CursesTerminal
import Glibc
import Grid
import Imaging
import Logging
import Pipeline
import Terminal

/// One contact sheet on standard output, wherever its photos come from.
@MainActor
struct SheetPrint {
  /// The photos of a feed after which no further page is asked for.
  static let feedLimit = 1_000

  let options: PhotoOptions
  let sheet: SheetOptions
  let web: WebOptions

  /// Lists everything, and prints it.
  /// - Parameters:
  ///   - origin: Where the photos come from.
  ///   - log: Hears what goes wrong.
  /// - Throws: An `ExitCode` where photos are missing, where there are none, or where nothing could be
  ///   written; why is on standard error.
  func perform(_ origin: some PhotoOrigin, _ log: Log) async throws {
    let look = FirstLook(origin)
    let web = try web.access(for: origin.arguments, provided: origin.access, log: log) {
      StandardError.write("\($0)")
    }
    let found = origin.catalog(
      web: web, demand: CatalogDemand(Self.feedLimit), isSurrounded: false, following: nil,
      index: nil,
      look: look)
    let listed = await found.catalog.listed(log)
    if listed.hasMore {
      StandardError.write("there is more: a sheet ends after \(Self.feedLimit) photos of a feed")
    }
    let missing = found.problemCount + listed.notices.count(where: \.isFailure)
    guard !listed.photos.isEmpty || missing > 0 else {
      listed.tellOfNothing(command: "photocell sheet")
      throw ExitCode(2)
    }
    let capabilities = capabilities
    let form = TileForm.ofOutput(capabilities)
    var printer = PicturePrinter(capabilities: capabilities, colors: form.colors)
    let sheet = Sheet(
      photos: listed.photos, names: PhotoNames(of: listed.entries),
      layout: sheet.layout(cellAspect: form.cellAspect), form: form)
    let thumbnails = Storage.thumbnails(isPrivate: options.isPrivate) {
      log.write(.warning, .thumbnails, "\($0)")
      StandardError.write("\($0)")
    }
    let manager = Composition.imageManager(
      decodingBy: options.decoder.client(log: log), cache: Composition.tileCache(),
      bitmaps: Composition.bitmapCache(besideTiles: Composition.noMemory),
      thumbnails: thumbnails, shared: try options.sharedTier(isOffline: web.isOffline), web: web,
      log: log)
    let failures = try await sheet.write(with: manager, by: &printer) + missing
    await manager.finish()
    guard failures == 0 else {
      throw ExitCode(failures == listed.photos.count + missing ? 2 : 1)
    }
  }

  /// What the terminal can do that the sheet goes to; only one that is written to itself is asked.
  private var capabilities: TerminalCapabilities {
    var capabilities = TerminalCapabilities.expected(with: options)
    if isatty(STDOUT_FILENO) == 1 { capabilities.adopt(TerminalProbe().answers) }
    return capabilities
  }
}
