import ArgumentParser
import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Photos
import SharedTier
import Terminal

/// Prints one contact sheet, for photos of any source.
@MainActor
struct SheetPrint {
  /// No further page of a feed is requested after this many photos.
  static let feedLimit = 1_000

  let options: PhotoOptions
  let sheet: SheetOptions
  let web: WebOptions

  /// Lists and prints all photos; throws an `ExitCode` if photos are missing or writing fails.
  func perform(_ origin: some PhotoOrigin, _ log: Log) async throws {
    let sources = try await origin.listed(
      for: "photocell sheet", web: web, upTo: Self.feedLimit, log)
    let (listed, web) = (sources.listed, sources.web)
    if listed.hasMore {
      StandardError.write("stopped after \(Self.feedLimit) photos of the feed")
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
    let pipeline = Composition.pipeline(
      of: Composition.loaders(
        decodingBy: client, thumbnails: thumbnails, web: web, shared: tier),
      cache: Composition.tileCache(),
      bitmaps: Composition.bitmapCache(besideTiles: Composition.noMemory), log: log)
    let failures = try await sheet.write(with: pipeline, by: &printer)
    await pipeline.finish()
    await tier?.finish()
    if let code = sources.exitCode(failures: failures) { throw code }
  }

  /// The capabilities of the output; queried only if it is a terminal.
  private var capabilities: TerminalCapabilities {
    var capabilities = TerminalCapabilities.expected(with: options)
    if isatty(STDOUT_FILENO) == 1 { capabilities.adopt(TerminalProbe().answers) }
    return capabilities
  }
}
