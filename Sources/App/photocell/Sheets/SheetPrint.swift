import ArgumentParser
import Catalog
import Decoding
import CursesTerminal
import Glibc
import Grid
import Imaging
import Logging
import Pipeline
import SharedTier
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
    let sources = try await origin.listed(
      for: "photocell sheet", web: web, upTo: Self.feedLimit, log)
    let (listed, web) = (sources.listed, sources.web)
    if listed.hasMore {
      StandardError.write("there is more: a sheet ends after \(Self.feedLimit) photos of a feed")
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
    let client = options.decoder.client(log: log)
    client.start()
    let tier = try options.sharedTier(isOffline: web.isOffline)
    let manager = Composition.imageManager(
      of: Composition.pictures(
        decodingBy: client, thumbnails: thumbnails, web: web, shared: tier),
      cache: Composition.tileCache(),
      bitmaps: Composition.bitmapCache(besideTiles: Composition.noMemory), log: log)
    let failures = try await sheet.write(with: manager, by: &printer)
    await manager.finish()
    await tier?.finish()
    if let code = sources.exitCode(failures: failures) { throw code }
  }

  /// What the terminal can do that the sheet goes to; only one that is written to itself is asked.
  private var capabilities: TerminalCapabilities {
    var capabilities = TerminalCapabilities.expected(with: options)
    if isatty(STDOUT_FILENO) == 1 { capabilities.adopt(TerminalProbe().answers) }
    return capabilities
  }
}
