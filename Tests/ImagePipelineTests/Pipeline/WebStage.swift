import Base
import Catalogs
import ExpiringCache
import HTTP
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// The pipeline of web photos, with its own cache and a date that the test sets.
struct WebStage: Sendable {
  let folder: TemporaryFolder
  let date: TestDate
  let decoder = ReadingDecoder()
  let responses: ResponseCache
  let client: HTTPClient
  let loader: WebBitmapLoader
  let pipeline: ImagePipeline

  /// - Parameters:
  ///   - folder: The folder of the response cache; that of another stage to share its responses.
  ///   - date: In seconds since 1970.
  ///   - isOffline: Whether no network request is made.
  ///   - privateHosts: The addresses that count as those of a private network.
  ///   - real: The decoder; nil for one that accepts every text as an image.
  ///   - clock: The clock for load times.
  ///   - pause: The pauses of the pipeline.
  init(
    folder: TemporaryFolder = TemporaryFolder(), date: TestDate = TestDate(1_000_000),
    isOffline: Bool = false, privateHosts: Set<String> = [], real: (any ImageDecoding)? = nil,
    clock: some Clock<Duration> = ManualClock(),
    pause: @escaping @Sendable (Duration) async -> Void = ImagePipeline.pauseOnThread
  ) {
    self.folder = folder
    self.date = date
    let wallClock = WallClock { date.seconds }
    responses = ResponseCache(
      folder: folder.name("cache"), wallClock: wallClock, clock: ManualClock())
    client = HTTPClient(
      configuration: HTTPConfiguration(
        timeouts: HTTPTimeouts(
          connecting: .seconds(86_400), answering: .seconds(86_400), stalling: .seconds(86_400),
          whole: .seconds(86_400)),
        proxies: ProxyVariables { _ in nil }, trust: TLSOptions { _ in nil },
        isPrivate: { address in privateHosts.contains { IPAddress($0) == address } },
        isOffline: isOffline),
      cache: responses, clock: ManualClock(), wallClock: wallClock)
    loader = WebBitmapLoader(client: client, decoder: real ?? decoder)
    pipeline = ImagePipeline(
      loaders: BitmapLoaders(loader),
      cache: TileMemory(
        limits: CacheLimits(cost: 100_000_000), expiration: .never, clock: ManualClock()),
      width: 2, clock: clock, wallClock: wallClock, pause: pause)
  }

  /// Loads a bitmap without the pipeline.
  func load(_ request: ImageRequest) async throws(ImageError.Cause) -> LoadedBitmap {
    try await loader.bitmap(
      of: request.photo,
      for: DecodingRequest(box: request.pixels, thumbnail: request.decoding.thumbnail),
      onProgress: { _ in })
  }

  /// Waits until all responses are stored, and expects so many on disk.
  func kept(_ count: Int) async {
    await client.finish(within: .seconds(86_400))
    #expect(await responses.usage().count == count)
  }

  /// The error of loading a bitmap without the pipeline; nil if it loads.
  func fault(_ request: ImageRequest) async -> ImageError.Cause? {
    do throws(ImageError.Cause) {
      _ = try await load(request)
      return nil
    } catch {
      return error
    }
  }

  /// All responses of a load until it ends.
  func answers(_ request: ImageRequest) async -> [ImageResponse] {
    await pipeline.responses(for: request).reduce(into: []) { $0.append($1) }
  }
}

extension ImageRequest {
  /// A request for a web photo in a cell of a size.
  init(
    _ addresses: [String], title: String? = nil, widths: [Int] = [],
    mayReachPrivateNetworks: Bool = true, lifetime: PhotoLifetime = .asServed,
    hint: PictureHint? = nil, columns: Int = 20, rows: Int = 7
  ) throws {
    var entry = WebPhoto(
      renditions: try addresses.enumerated().map { index, address in
        let width = widths.indices.contains(index) ? widths[index] : nil
        return Rendition(
          address: try WebURL(address.utf8), width: width, height: width.map { $0 * 3 / 4 })
      })
    entry.title = title.flatMap { ForeignText(line: $0.utf8) }
    entry.hint = hint
    let photo = Photo(
      entry.lasting(lifetime, mayReachPrivateNetworks: mayReachPrivateNetworks))
    self.init(
      photo: photo, cells: CellSize(columns: columns, rows: rows),
      form: TileForm(symbols: .quadrants, colors: .direct))
  }

  /// A request that fills a screen.
  static func viewer(_ addresses: [String], widths: [Int]) throws -> ImageRequest {
    try ImageRequest(addresses, widths: widths, columns: 160, rows: 50)
  }
}
