import Base
import Catalogs
import DecoderProtocol
import ExpiringCache
import ImagePipeline
import Imaging
import TestServer
import TestSupport
import Testing

/// A tile is rendered from a bitmap, which is decoded once for all tiles that can use it.
@Suite("Bitmaps shared by tiles", .integration, .timeLimit(.minutes(30)))
struct TwoStagesTests {
  /// Decodes photos of 12 MP.
  private let decoder = GatedDecoder(pictureSize: PixelSize(width: 4000, height: 3000))
  private let cache = TileMemory(
    limits: CacheLimits(cost: 1_000_000), expiration: .never, clock: ManualClock())

  private func pipeline(
    width: Int = 4, bitmaps: BitmapMemory = .lasting, decoder: GatedDecoder? = nil,
    pauses: PauseGate = PauseGate()
  ) -> ImagePipeline {
    ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder ?? self.decoder)), cache: cache,
      bitmaps: bitmaps,
      width: width, clock: ManualClock(), pause: pauses.pause)
  }

  /// All responses of a load until it ends.
  private func answers(_ stream: AsyncStream<ImageResponse>) async -> [ImageResponse] {
    await stream.reduce(into: []) { $0.append($1) }
  }

  /// Loads a tile; the next calls of the decoder are answered as usual, if there are any: one for a
  /// preview and one for the photo.
  private func load(_ request: ImageRequest, from pipeline: ImagePipeline) async -> [ImageResponse]
  {
    let count = decoder.sources.count
    for call in count...count + 1 { decoder.open(call) }
    return await answers(pipeline.responses(for: request))
  }

  /// A request whose box has four pixels for a column and eight for a row.
  private func request(
    _ columns: Int, _ rows: Int, _ symbols: SymbolSet = .quadrants, of name: String = "a"
  ) -> ImageRequest {
    ImageRequest(
      photo: Photo(named: name), cells: CellSize(columns: columns, rows: rows),
      form: TileForm(symbols: symbols, colors: .direct))
  }

  @Test(arguments: [(12, 4, 24, 8), (24, 8, 12, 4), (24, 8, 32, 12), (60, 20, 12, 4)])
  func `cells of similar sizes share a bitmap, and smaller cells use a larger one`(
    columns: Int, rows: Int, laterColumns: Int, laterRows: Int
  ) async {
    let pipeline = pipeline()
    _ = await load(request(columns, rows), from: pipeline)
    let count = decoder.sources.count
    let answers = await answers(pipeline.responses(for: request(laterColumns, laterRows)))
    #expect(answers.map(\.isTile) == [true] && answers.map(\.origin) == [.memory])
    #expect(decoder.sources.count == count)
  }

  @Test func `another form of a tile needs no decoding`() async {
    let pipeline = pipeline()
    _ = await load(request(24, 8), from: pipeline)
    for symbols in [SymbolSet.sextants, .half, .ascii] {
      let answers = await answers(pipeline.responses(for: request(24, 8, symbols)))
      #expect(answers.map(\.isTile) == [true])
    }
    #expect(decoder.sources.count == 1)
  }

  @Test func `a bitmap that is too small is a preview until a larger one is decoded`() async {
    let pipeline = pipeline()
    _ = await load(request(12, 4), from: pipeline)
    let answers = await load(request(80, 24), from: pipeline)
    #expect(answers.map(\.isPreview) == [true, false])
    #expect(answers.map(\.origin) == [.memory, .file])
    // No embedded thumbnail was requested besides.
    #expect(decoder.requests.map(\.thumbnail) == [.whereItSuffices, .never])
  }

  @Test func `the full bitmap of a small photo is used for every size`() async {
    let small = GatedDecoder(pictureSize: PixelSize(width: 64, height: 48))
    let pipeline = pipeline(decoder: small)
    for call in 0..<2 { small.open(call) }
    _ = await answers(pipeline.responses(for: request(12, 4)))
    #expect(await answers(pipeline.responses(for: request(80, 24))).map(\.isTile) == [true])
    #expect(small.sources.count == 1)
  }

  @Test func `concurrent requests for forms and sizes of one photo decode it once`() async {
    let pipeline = pipeline()
    let streams = [
      await pipeline.responses(for: request(24, 8)),
      await pipeline.responses(for: request(24, 8, .sextants)),
      await pipeline.responses(for: request(12, 4)),
    ]
    decoder.open(0)
    for stream in streams { #expect(await answers(stream).map(\.isTile) == [true]) }
    #expect(decoder.sources.count == 1)
    #expect(await pipeline.subscriberCount == 0)
  }

  @Test func `a failure is reported to all forms, and a later request retries`() async {
    let pipeline = pipeline()
    let requests = [request(24, 8), request(24, 8, .sextants)]
    let streams = [
      await pipeline.responses(for: requests[0]), await pipeline.responses(for: requests[1]),
    ]
    decoder.open(0, .failure(.refused(.damaged)))
    for stream in streams {
      let failure = ImageError(
        photo: requests[0].photo, cause: .decoding(.refused(.damaged)))
      #expect(await answers(stream) == [.failure(failure)])
    }
    #expect(await load(requests[0], from: pipeline).map(\.isTile) == [true])
  }

  @Test func `a larger cell that joins a load shows its bitmap until a larger one is decoded`()
    async
  {
    let pipeline = pipeline()
    let (small, large) = (request(36, 12), request(60, 20))
    #expect(small.bitmapKey == large.bitmapKey)
    let first = await pipeline.responses(for: small)
    await decoder.begun(1)
    let second = await pipeline.responses(for: large)
    decoder.open(
      0,
      .success(
        LoadedBitmap(
          filling: PixelSize(width: 128, height: 96), of: PixelSize(width: 4000, height: 3000))))
    decoder.open(1)
    #expect(await answers(first).map(\.isTile) == [true])
    #expect(await answers(second).map(\.isPreview) == [true, false])
    #expect(decoder.requests.map(\.box) == [small.pixels, large.pixels])
  }

  @Test func `decoding is cancelled by the last of several cancelled requests`() async {
    let pipeline = pipeline()
    let listeners = [
      await Listener(pipeline.responses(for: request(24, 8))),
      await Listener(pipeline.responses(for: request(24, 8, .sextants))),
      await Listener(pipeline.responses(for: request(24, 8))),
    ]
    await decoder.begun(1)
    for listener in listeners.dropLast() { await listener.hasLeft() }
    #expect(await pipeline.subscriberCount == 1)
    #expect(decoder.cancelledCalls.isEmpty)
    listeners.last?.leave()
    await decoder.cancelled(0)
    await pipeline.isIdle()
    #expect(decoder.sources.count == 1)
  }

  @Test func `an evicted bitmap is decoded again`() async {
    let byteCount = 128 * 96 * 4
    let pipeline = pipeline(
      bitmaps: BitmapMemory(
        limits: CacheLimits(cost: byteCount, entryCost: byteCount), expiration: .never,
        clock: ManualClock()))
    for name in ["a", "b"] { _ = await load(request(24, 8, of: name), from: pipeline) }
    let answers = await load(request(12, 4, of: "a"), from: pipeline)
    #expect(answers.map(\.origin) == [.file])
    #expect(decoder.sources.count == 3)
  }

  @Test func `a bitmap expires when no tile is rendered from it for a while`() async {
    let (clock, pauses) = (ManualClock(), PauseGate())
    let bitmaps = BitmapMemory.bitmaps(
      within: 1 << 20, expiration: .seconds(10), clock: clock)
    let pipeline = pipeline(bitmaps: bitmaps, pauses: pauses)
    for (pause, count) in [(0, 1), (9, 1), (9, 1), (11, 2)] {
      clock.advance(by: .seconds(pause))
      cache.removeAll()
      _ = await load(request(24, 8), from: pipeline)
      #expect(decoder.sources.count == count)
    }
    // The sweeper that waits for the bitmap finds none, and ends.
    #expect(pipeline.forgetBitmaps() > 0)
    pauses.open()
  }

  @Test func `only forgotten bitmaps are decoded again`() async {
    let pipeline = pipeline()
    for name in ["a", "b"] { _ = await load(request(24, 8, of: name), from: pipeline) }
    pipeline.forgetBitmaps(of: Photo(named: "a"))
    #expect(await load(request(12, 4, of: "b"), from: pipeline).map(\.origin) == [.memory])
    #expect(await load(request(12, 4, of: "a"), from: pipeline).map(\.origin) == [.file])
    #expect(pipeline.forgetBitmaps() == 2 * 128 * 96 * 4)
    #expect(pipeline.forgetBitmaps() == 0)
    #expect(await load(request(16, 6, of: "b"), from: pipeline).map(\.origin) == [.file])
  }

  @Test func `a changed file loses its bitmap and its tiles of every size`() async {
    let pipeline = pipeline()
    let (small, large) = (request(12, 4), request(24, 8))
    for request in [small, large] { _ = await load(request, from: pipeline) }
    #expect(pipeline.placeholder(for: request(16, 6)) != nil)
    // There is no such file.
    let shown = [large: LoadedTile(picturing: large)]
    #expect(await pipeline.forgetChanged(among: shown) == [large])
    #expect(pipeline.placeholder(for: request(16, 6)) == nil && cache.usage.count == 0)
    #expect(await load(large, from: pipeline).map(\.origin) == [.file])
  }

  /// A request in pixels of a cell of 2 by 4.
  private func pixels(
    _ columns: Int, _ rows: Int, _ detail: PixelDetail = .full, _ extent: PictureExtent = .filling
  ) -> ImageRequest {
    let request = request(columns, rows)
    let form = PixelForm(
      encoding: .rgb, cell: PixelSize(width: 2, height: 4), detail: detail,
      characters: request.form.characters)
    return ImageRequest(
      photo: request.photo, cells: request.cells, form: .pixels(form), extent: extent)
  }

  @Test func `the placeholder of a photo that is opened is its thumbnail, enlarged`() async throws {
    let pipeline = pipeline()
    _ = await load(pixels(16, 6), from: pipeline)
    let small = try #require(pipeline.cachedTile(for: pixels(16, 6))).tile
    let opened = pixels(40, 20, .full, .fitting)
    let standIn = try #require(pipeline.placeholder(for: opened)).tile
    guard case .pixels(let thumbnail) = small.content, case .pixels(let large) = standIn.content
    else {
      Issue.record("characters")
      return
    }
    #expect(large.pixels == thumbnail.pixels && large.bytes == thumbnail.bytes)
    _ = await load(opened, from: pipeline)
    #expect(pipeline.cachedTile(for: opened)?.tile.size == standIn.size)
  }

  @Test func `a cover of a folder is no placeholder for the photo`() async throws {
    let pipeline = pipeline()
    _ = await load(pixels(16, 6, .full, .covering), from: pipeline)
    #expect(pipeline.placeholder(for: pixels(24, 8)) == nil)
    #expect(pipeline.placeholder(for: pixels(24, 8, .full, .covering)) != nil)
  }

  @Test func `a placeholder of another size is stretched characters, never pixels`() async throws {
    let pipeline = pipeline()
    let large = pixels(24, 8)
    _ = await load(large, from: pipeline)
    let own = try #require(pipeline.cachedTile(for: large)).tile
    for room in [(16, 6), (40, 20), (1, 1)] {
      let standIn = try #require(pipeline.placeholder(for: pixels(room.0, room.1))).tile
      guard case .symbols(let canvas) = standIn.content else {
        Issue.record("pixels in \(room)")
        continue
      }
      _ = await load(pixels(room.0, room.1), from: pipeline)
      #expect(pipeline.cachedTile(for: pixels(room.0, room.1))?.tile.size == canvas.size)
      #expect(canvas == own.canvas.stretched(to: canvas.size))
      cache.removeAll()
      _ = await load(large, from: pipeline)
    }
  }

  @Test func `a more detailed tile is used for less detail, and less is the placeholder for more`()
    async throws
  {
    let pipeline = pipeline()
    _ = await load(pixels(24, 8, .half), from: pipeline)
    let half = try #require(pipeline.cachedTile(for: pixels(24, 8, .half))).tile
    #expect(pipeline.cachedTile(for: pixels(24, 8)) == nil)
    #expect(pipeline.placeholder(for: pixels(24, 8))?.tile == half)
    _ = await load(pixels(24, 8), from: pipeline)
    let full = try #require(pipeline.cachedTile(for: pixels(24, 8))).tile
    #expect(full != half)
    for detail in PixelDetail.allCases {
      #expect(pipeline.cachedTile(for: pixels(24, 8, detail))?.tile == full)
      let answers = await answers(pipeline.responses(for: pixels(24, 8, detail)))
      #expect(answers.map(\.isTile) == [true])
    }
    #expect(pipeline.placeholder(for: pixels(16, 6))?.tile != full)
  }

  @Test func `a partial bitmap of a growing file is delivered but not cached`() async {
    let pauses = PauseGate()
    let pipeline = pipeline(pauses: pauses)
    let streams = [
      await pipeline.responses(for: request(24, 8)),
      await pipeline.responses(for: request(24, 8, .sextants)),
    ]
    let half = LoadedBitmap(
      filling: PixelSize(width: 128, height: 96), of: PixelSize(width: 4000, height: 3000)
    ).unstable
    decoder.open(0, .success(half))
    await pauses.entered(1)
    #expect(pipeline.forgetBitmaps() == 0)
    decoder.open(1)
    pauses.open()
    for stream in streams { #expect(await answers(stream).map(\.isPreview) == [true, false]) }
    #expect(decoder.sources.count == 2)
    #expect(pipeline.forgetBitmaps() > 0)
  }

  @Test(arguments: permutations(of: [0, 1, 2]))
  func `in any order of decoding each tile shows its own photo`(order: [Int]) async {
    let pipeline = pipeline()
    let names = ["a", "b", "c"]
    var streams: [[AsyncStream<ImageResponse>]] = []
    for name in names {
      streams.append([
        await pipeline.responses(for: request(24, 8, of: name)),
        await pipeline.responses(for: request(24, 8, .half, of: name)),
      ])
      await decoder.begun(streams.count)
    }
    for call in order {
      let size = PixelSize(width: 128, height: 96)
      decoder.open(call, .success(LoadedBitmap(filling: size, color: RGB(50 * UInt8(call), 0, 0))))
    }
    for (call, streams) in streams.enumerated() {
      for stream in streams {
        let glyph = await answers(stream).last?.shownTile?.canvas[0, 0]
        let color = Color.rgb(RGB(50 * UInt8(call), 0, 0))
        #expect(glyph?.foreground == color || glyph?.background == color)
      }
    }
    #expect(decoder.sources.count == 3)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `under random sizes, forms and cancellations each remaining request gets a tile`(
    seed: UInt64
  ) async {
    var random = SplitMix64(seed: seed)
    let small = GatedDecoder(pictureSize: PixelSize(width: 200, height: 150))
    let pipeline = pipeline(width: 3, decoder: small)
    let sizes = [(4, 2), (24, 8), (40, 16), (60, 20), (100, 32)]
    var stayers: [AsyncStream<ImageResponse>] = []
    for call in 0..<800 where Bool.random(using: &random) { small.open(call) }
    for _ in 0..<150 {
      let size = sizes[Int.random(in: 0..<sizes.count, using: &random)]
      let request = request(
        size.0, size.1, Bool.random(using: &random) ? .half : .quadrants,
        of: "\(Int.random(in: 0..<6, using: &random))")
      if Bool.random(using: &random) {
        stayers.append(await pipeline.responses(for: request))
      } else {
        await Listener(pipeline.responses(for: request)).leave()
      }
      if Int.random(in: 0..<10, using: &random) == 0 { _ = cache.removeAll() }
      if Int.random(in: 0..<10, using: &random) == 0 { _ = pipeline.forgetBitmaps() }
    }
    for call in 0..<800 { small.open(call) }
    for stayer in stayers {
      let answers = await answers(stayer)
      #expect(answers.last?.isTile == true && answers.dropLast().allSatisfy(\.isPreview))
    }
    await pipeline.isIdle()
    #expect(await pipeline.subscriberCount == 0)
  }
}

@Suite("Bitmaps of web photos", .integration, .timeLimit(.minutes(30)))
struct WebBitmapTests {
  private static func server() -> TestServer {
    TestServer { request, connection in
      connection.answer("200 OK", ["Cache-Control: max-age=60"], text: request.path)
    }
  }

  @Test func `a small rendition is only a preview if there is a larger one`() async throws {
    let server = Self.server()
    let stage = WebStage()
    let addresses = ["/small", "/large"].map(server.address)
    _ = await stage.answers(try ImageRequest(addresses, widths: [100, 1600]))
    let answers = await stage.answers(try .viewer(addresses, widths: [100, 1600]))
    #expect(answers.map(\.origin) == [.memory, .network])
    #expect(answers.map(\.isPreview) == [true, false])
    #expect(server.asked.map(\.path) == ["/small", "/large"])
    // And the large one is used for a cell for which the small one does not suffice.
    let smaller = try ImageRequest(addresses, widths: [100, 1600], columns: 30, rows: 10)
    #expect(await stage.answers(smaller).map(\.origin) == [.memory])
    #expect(stage.decoder.read.count == 2)
  }

  @Test func `a bitmap of a stale response is decoded again for each size`() async throws {
    let server = Self.server()
    let online = WebStage()
    _ = await online.answers(try ImageRequest([server.address("/a")]))
    await online.kept(1)
    online.date.advance(by: 1_000)
    let offline = WebStage(folder: online.folder, date: online.date, isOffline: true)
    for columns in [20, 21] {
      let request = try ImageRequest([server.address("/a")], columns: columns)
      #expect(await offline.answers(request).last?.shownTile != nil)
    }
    #expect(offline.decoder.read.count == 2)
  }

  @Test(arguments: [(1_000_000, 2), (1_000_100, 1)])
  func `a bitmap is cached only within its photo's lifetime`(end: Int, readCount: Int) async throws
  {
    let server = Self.server()
    let stage = WebStage()
    let lifetime = PhotoLifetime.between(start: 0, end: end)
    for columns in [20, 21] {
      let request = try ImageRequest([server.address("/a")], lifetime: lifetime, columns: columns)
      #expect(await stage.answers(request).last?.isTile == true)
    }
    #expect(stage.decoder.read.count == readCount)
  }
}

extension ImageResponse {
  /// The tile of the response; nil without one.
  fileprivate var shownTile: Tile? {
    switch self {
    case .preview(let loaded), .tile(let loaded): loaded.tile
    case .hint(let tile): tile
    case .progress, .failure: nil
    }
  }
}
