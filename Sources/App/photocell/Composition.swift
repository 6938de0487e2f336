import Concurrency
import Decoding
import ExpiringCache
import Glibc
import Imaging
import Logging
import Pipeline
import SharedTier
import Terminal
import Thumbnails

/// The parts of the program that every way to look at photos is put together from.
enum Composition {
  /// What memory the tiles may take where nobody says: some thousand tiles, many screens.
  static let usualMemory = CacheLimits(cost: 128_000_000)
  /// What they may take where they are not to be kept.
  static let noMemory = CacheLimits(cost: 0, count: 0)
  /// How long a tile is kept that nobody asks for, where nobody says.
  static let usualLifetime = Expiration.after(.seconds(10 * 60))

  /// The memory that finished tiles are kept in.
  static func tileCache(
    limits: CacheLimits = usualMemory, expiration: Expiration = usualLifetime
  ) -> TileMemory {
    TileMemory(limits: limits, expiration: expiration, clock: CoarseClock())
  }

  /// The memory that bitmaps are held in, from which tiles of other sizes and forms are made: beside
  /// the tiles a quarter of what these may take, and 32 MB at most, some screens of cells.
  static func bitmapCache(
    besideTiles limits: CacheLimits = usualMemory, expiration: Expiration = usualLifetime
  ) -> PictureMemory {
    .bitmaps(within: min(32_000_000, limits.cost / 4), expiration: expiration)
  }

  /// What loads pictures: of files, and from the web.
  typealias Pictures = PictureLoader<FilePictureLoader, WebPictureLoader>

  /// What loads pictures: of files, and from the web.
  /// - Parameters:
  ///   - client: What decodes.
  ///   - thumbnails: The thumbnails on disk; nil where each picture is to come from its file.
  ///   - web: What loads from the web.
  ///   - shared: The thumbnails of all machines; nil where there are none.
  ///   - looks: Hears what photos look like; nil where nobody wants to know.
  ///   - givesWay: Whether thumbnails are written only while no processor is wanted for anything else: for
  ///     who does not wait until all is written.
  /// - Returns: Loaders with nothing to do.
  static func pictures(
    decodingBy client: DecoderClient, thumbnails: ThumbnailStore?, web: WebAccess,
    shared: SharedTier? = nil, looks: PictureLooks? = nil, givesWay: Bool = false
  ) -> Pictures {
    let access = thumbnails.map {
      ThumbnailAccess(
        store: $0, workingFolder: Storage.workingFolder, decoder: client, looks: looks,
        givesWay: givesWay)
    }
    return PictureLoader(
      files: FilePictureLoader(
        decoder: VersionCheckedDecoder(client), thumbnails: access, shared: shared, reader: client),
      web: WebPictureLoader(
        client: web.client, decoder: client, thumbnails: access, shared: shared, reader: client))
  }

  /// What loads tiles: as many at once as are worth asking the decoders for.
  /// - Parameters:
  ///   - pictures: What loads the pictures that they are made of.
  ///   - cache: The memory for tiles.
  ///   - bitmaps: The memory for what they are made of.
  ///   - pace: Hears when loads keep processors busy.
  ///   - tally: Counts the loads.
  ///   - log: Hears of them, and why they fail.
  /// - Returns: A manager with nothing to do.
  static func imageManager(
    of pictures: Pictures, cache: TileMemory, bitmaps: PictureMemory = bitmapCache(),
    pace: LoadPace = LoadPace(), tally: LoadTally = LoadTally(), log: Log = .none
  ) -> ImageManager {
    ImageManager(
      pictures: pictures, cache: cache, bitmaps: bitmaps, width: DecoderClient.usefulCalls,
      pace: pace, tally: tally, log: log, clock: ContinuousClock())
  }

  /// What loads tiles of photos that have no thumbnails, by a client that warms up from here on.
  static func imageManager(
    decodingBy client: DecoderClient, cache: TileMemory, bitmaps: PictureMemory = bitmapCache()
  ) -> ImageManager {
    client.start()
    return imageManager(
      of: pictures(decodingBy: client, thumbnails: nil, web: WebAccess()), cache: cache,
      bitmaps: bitmaps)
  }
}

extension TerminalEnvironment {
  /// What the environment of this process says.
  static var ofProcess: TerminalEnvironment { TerminalEnvironment(lookingUp: Storage.variable) }
}

extension TerminalCapabilities {
  /// What the terminal can do by the options and the environment of this process, before it is asked.
  /// - Parameters:
  ///   - options: What was asked for.
  ///   - window: Its size; nil where nobody knows.
  /// - Returns: The capabilities.
  static func expected(
    with options: PhotoOptions, window: WindowSize? = WindowSize(of: STDOUT_FILENO)
  ) -> TerminalCapabilities {
    TerminalCapabilities(
      environment: .ofProcess, colors: options.color, symbols: options.symbols,
      images: options.images?.requested, linkRate: options.bandwidth?.bytesPerSecond,
      window: window)
  }
}

extension TileForm {
  /// What pictures are made of for standard output, whose character cells may have any shape, and which
  /// the environment may know the background of.
  /// - Parameters:
  ///   - capabilities: What the terminal can do.
  ///   - colors: The colours in use, where they are fewer than that.
  /// - Returns: The form of tiles: pixels where the terminal shows them.
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
        limit: encoding == .sixel ? capabilities.sixelLimit : nil, characters: form.characters))
  }
}
