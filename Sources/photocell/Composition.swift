import Base
import ExpiringCache
import Glibc
import ImagePipeline
import Imaging
import SharedTier
import Terminal

enum Composition {
  /// In bytes: thousands of tiles, many screens.
  static let usualMemory = CacheLimits(cost: 128_000_000)
  static let noMemory = CacheLimits(cost: 0, count: 0)
  static let usualLifetime = Expiration.after(.seconds(10 * 60))

  static let archives = ArchiveReader { archiveClient }
  /// Never runs a decoder without its sandbox, whatever the options of photos say.
  private static let archiveClient = DecoderClient(programs: .installed())

  static func tileCache(
    limits: CacheLimits = usualMemory, expiration: Expiration = usualLifetime
  ) -> TileMemory {
    TileMemory(limits: limits, expiration: expiration, clock: CoarseClock())
  }

  /// Limited to a quarter of the tile budget and 32 MB, a few screens.
  static func bitmapCache(
    besideTiles limits: CacheLimits = usualMemory, expiration: Expiration = usualLifetime
  ) -> BitmapMemory {
    .bitmaps(within: min(32_000_000, limits.cost / 4), expiration: expiration)
  }

  /// Without `thumbnails` each photo is decoded from its original; `hashes` receives perceptual
  /// hashes. With `isLowPriority` thumbnails are written at low priority, for callers that do not wait
  /// until all are written.
  static func loaders(
    decodingBy client: DecoderClient, thumbnails: ThumbnailStore?, web: WebAccess,
    shared: SharedTier? = nil, hashes: PerceptualHashStore? = nil, isLowPriority: Bool = false
  ) -> BitmapLoaders {
    let access = thumbnails.map {
      ThumbnailAccess(
        store: $0, workingFolder: Storage.workingFolder, decoder: client, hashes: hashes,
        isLowPriority: isLowPriority)
    }
    let tier = shared.map(ThumbnailTier.init)
    return BitmapLoaders(
      files: FileBitmapLoader(decoder: client, thumbnails: access, shared: tier, reader: client),
      web: WebBitmapLoader(
        client: web.client, decoder: client, thumbnails: access, shared: tier, reader: client))
  }

  /// As many concurrent loads as decoders can use; notifies `activity` while processors are busy.
  static func pipeline(
    of loaders: BitmapLoaders, cache: TileMemory, bitmaps: BitmapMemory = bitmapCache(),
    activity: LoadActivity = LoadActivity(), statistics: LoadStatistics = LoadStatistics(),
    log: Log = .none
  ) -> ImagePipeline {
    ImagePipeline(
      loaders: loaders, cache: cache, bitmaps: bitmaps, width: DecoderClient.usefulCalls,
      activity: activity, statistics: statistics, log: log, clock: ContinuousClock())
  }

  /// Without thumbnails on disk; starts the decoders.
  static func pipeline(
    decodingBy client: DecoderClient, cache: TileMemory, bitmaps: BitmapMemory = bitmapCache()
  ) -> ImagePipeline {
    client.start()
    return pipeline(
      of: loaders(decodingBy: client, thumbnails: nil, web: WebAccess()), cache: cache,
      bitmaps: bitmaps)
  }
}

/// The pipeline of a command that prints images, with the tiers that it fills.
struct PrintingPipeline {
  let pipeline: ImagePipeline
  let thumbnails: ThumbnailStore
  private let tier: SharedTier?

  /// Each tile is printed once, so bitmaps are not cached. `onNotice` is called on any thread.
  init(
    decodingBy client: DecoderClient, options: PhotoOptions, web: WebAccess, log: Log,
    onNotice: @escaping @Sendable (ThumbnailError) -> Void = { _ in }
  ) throws {
    thumbnails = Storage.thumbnails(isPrivate: options.isPrivate) { notice in
      log.write(.warning, .thumbnails, "\(notice)")
      onNotice(notice)
    }
    tier = try options.sharedTier(isOffline: web.isOffline)
    pipeline = Composition.pipeline(
      of: Composition.loaders(
        decodingBy: client, thumbnails: thumbnails, web: web, shared: tier),
      cache: Composition.tileCache(),
      bitmaps: Composition.bitmapCache(besideTiles: Composition.noMemory), log: log)
  }

  /// Waits until everything is written.
  func finish() async {
    await pipeline.finish()
    await tier?.finish()
  }
}

extension TerminalEnvironment {
  static var ofProcess: TerminalEnvironment { TerminalEnvironment(lookingUp: Storage.variable) }
}

extension TerminalCapabilities {
  /// Before the terminal is queried; `images` replaces the option.
  static func expected(
    with options: PhotoOptions, images: PictureProtocol? = nil,
    window: WindowSize? = WindowSize(of: STDOUT_FILENO)
  ) -> TerminalCapabilities {
    TerminalCapabilities(
      environment: .ofProcess, colors: options.color, symbols: options.symbols,
      images: images ?? options.images?.requested, linkRate: options.bandwidth, window: window)
  }
}

extension TileForm {
  /// The tile form for standard output; `colors` is the color depth if it is below the terminal's.
  static func ofOutput(
    _ capabilities: TerminalCapabilities, colors: ColorDepth? = nil
  ) -> TileForm {
    let depth = colors ?? capabilities.colors.value
    let form = TileForm(
      symbols: capabilities.symbols.value, colors: depth, cellAspect: capabilities.cellAspect,
      background: TerminalEnvironment.ofProcess.background)
    let images = capabilities.images(in: depth).value
    guard let encoding = images.encoding else { return form }
    return .pixels(
      PixelForm(
        encoding: encoding, cell: capabilities.cell ?? TerminalCapabilities.usualCell,
        detail: capabilities.detail(of: images) ?? .quarter,
        limit: encoding == .sixel ? capabilities.answers.sixelLimit : nil,
        isFilled: encoding == .sixel && capabilities.drawsGapsInLines,
        characters: form.characters))
  }
}
