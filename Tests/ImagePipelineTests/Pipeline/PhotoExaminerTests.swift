import Base
import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import TestServer
import TestSupport
import Testing

/// Returns the metadata that a test gives, and records the requests.
private final class ScriptedReader: MetadataReading {
  let answers = ScriptedAnswers<[ImageSource], [DecoderClient.PhotoFacts]>()

  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    await answers.answer(to: sources)
  }
}

/// Returns the same metadata for every file at once.
private struct QuickReader: MetadataReading {
  let facts: DecoderClient.PhotoFacts

  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    sources.map { _ in facts }
  }
}

@Suite("Histograms and clipping marks of the visible part", .integration, .timeLimit(.minutes(30)))
struct SeenToneTests {
  private static let photo = PixelSize(width: 4000, height: 3000)
  private let decoder = GatedDecoder(pictureSize: photo)
  private let pipeline: ImagePipeline

  init() {
    pipeline = ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)),
      cache: TileMemory(
        limits: CacheLimits(cost: 10_000_000), expiration: .never, clock: ManualClock()),
      width: 2, clock: ManualClock())
    for call in 0..<16 { decoder.open(call) }
  }

  private func load(_ request: ImageRequest) async -> ImageResponse? {
    await pipeline.responses(for: request).reduce(into: nil) { $0 = $1 }
  }

  private func request(_ extent: PictureExtent = .fitting, columns: Int = 80) -> ImageRequest {
    ImageRequest(
      photo: Photo(named: "a"), cells: CellSize(columns: columns, rows: columns / 4),
      form: TileForm(symbols: .quadrants, colors: .direct), extent: extent)
  }

  @Test func `a histogram is that of the bitmap in memory, without decoding`() async throws {
    _ = await load(request())
    let count = decoder.requests.count
    let histogram = try await pipeline.histogram(of: SeenPicture(request()))
    #expect(histogram.pixelCount > 10_000)
    #expect(histogram.red[200] == histogram.pixelCount)
    #expect(decoder.requests.count == count)
  }

  @Test func `a histogram of a close-up counts only the visible part`() async throws {
    let whole = PixelSize(width: 4000, height: 3000)
    func part(_ x: Int, _ width: Int) -> PicturePart {
      PicturePart(
        of: Self.photo, scaledTo: whole, PixelRect(x: x, y: 600, width: width, height: 480))
    }
    let request = request(.part(part(800, 640)))
    _ = await load(request)
    let count = decoder.requests.count
    let all = try await pipeline.histogram(of: SeenPicture(request))
    let seen = try await pipeline.histogram(of: SeenPicture(request, part: part(960, 320)))
    #expect(all.pixelCount == 640 * 480)
    #expect(seen.pixelCount == 320 * 480)
    #expect(decoder.requests.count == count)
  }

  @Test func `without a bitmap in memory the histogram loads one of thumbnail size`()
    async throws
  {
    _ = try await pipeline.histogram(of: SeenPicture(request(columns: 600)))
    let box = try #require(decoder.requests.last?.box)
    #expect(max(box.width, box.height) <= 1024 && decoder.requests.count == 1)
  }

  @Test func `a tile with clipping marks shares the bitmap but is cached separately`() async {
    let (plain, marked) = (request(), request().markingClipping())
    #expect(plain != marked && marked.markingClipping(false) == plain)
    #expect(marked.bitmapKey == plain.bitmapKey)
    guard case .tile(let tile)? = await load(plain) else {
      Issue.record("no tile")
      return
    }
    let count = decoder.requests.count
    #expect(pipeline.cachedTile(for: marked) == nil)
    // Until the marks are rendered, the plain tile is the placeholder.
    #expect(pipeline.placeholder(for: marked)?.tile == tile.tile)
    _ = await load(marked)
    #expect(pipeline.cachedTile(for: marked) != nil)
    #expect(decoder.requests.count == count)
  }

  @Test func `tiles with clipping marks are separate at every level of detail`() {
    var form = PixelForm(
      encoding: .rgb, cell: PixelSize(width: 8, height: 16), detail: .quarter,
      characters: TileForm(symbols: .quadrants, colors: .direct).characters)
    let coarse = ImageRequest(
      photo: Photo(named: "a"), cells: CellSize(columns: 4, rows: 2), form: .pixels(form)
    ).markingClipping()
    form.detail = .full
    let fine = ImageRequest(
      photo: Photo(named: "a"), cells: CellSize(columns: 4, rows: 2), form: .pixels(form))
    #expect(coarse.finer.allSatisfy(\.marksClipping) && coarse.finer.count == 2)
    #expect(!coarse.differsInDetailOnly(from: fine))
    #expect(coarse.differsInDetailOnly(from: fine.markingClipping()))
  }
}

@Suite("Loading of metadata", .integration, .timeLimit(.minutes(30)))
struct PhotoMetadataLoadingTests {
  private static let metadata: PhotoMetadata = {
    var metadata = PhotoMetadata()
    metadata.title = "Dunes"
    return metadata
  }()

  private func pipeline(_ pictures: any BitmapLoading) -> ImagePipeline {
    ImagePipeline(
      loaders: BitmapLoaders(pictures),
      cache: TileMemory(limits: CacheLimits(cost: 1), expiration: .never, clock: ManualClock()),
      width: 2, clock: ManualClock())
  }

  @Test func `concurrent requests for metadata read the file once`() async throws {
    let reader = ScriptedReader()
    let pipeline = pipeline(FileBitmapLoader(decoder: GatedDecoder(), reader: reader))
    let photo = Photo(named: "a")
    async let first = pipeline.metadata(of: photo)
    async let second = pipeline.metadata(of: photo)
    while await pipeline.readerCount < 2 { await Task.yield() }
    #expect(reader.answers.questions == [[.file(Array("a".utf8))]])
    reader.answers.give([.success(Self.metadata)], to: 0)
    #expect(try await first == Self.metadata)
    #expect(try await second == Self.metadata)
  }

  @Test func `cancelling a request for metadata ends the reading`() async {
    let reader = ScriptedReader()
    let pipeline = pipeline(FileBitmapLoader(decoder: GatedDecoder(), reader: reader))
    let asker = Task { try await pipeline.metadata(of: Photo(named: "a")) }
    while reader.answers.questions.isEmpty { await Task.yield() }
    asker.cancel()
    let answer = await asker.result
    #expect(throws: ImageError.Cause.decoding(.cancelled)) { try answer.get() }
    while reader.answers.cancelled.isEmpty { await Task.yield() }
  }

  @Test func `a failure to read metadata is reported as the decoder gives it`() async {
    let quick = QuickReader(facts: .failure(.fileTooLarge(byteCount: 7)))
    let pipeline = pipeline(FileBitmapLoader(decoder: GatedDecoder(), reader: quick))
    await #expect(throws: ImageError.Cause.decoding(.fileTooLarge(byteCount: 7))) {
      try await pipeline.metadata(of: Photo(named: "a"))
    }
  }

  @Test func `metadata of a web photo is that of its cached bytes, then that of its feed`()
    async throws
  {
    let server = TestServer { request, connection in
      connection.answer("200 OK", ["Cache-Control: max-age=60"], text: request.path)
    }
    let stage = WebStage()
    var empty = PhotoMetadata()
    empty.iso = 100
    let loader = WebBitmapLoader(
      client: stage.client, decoder: stage.decoder, reader: QuickReader(facts: .success(empty)))
    let request = try ImageRequest(
      ["/small", "/large"].map(server.address), title: "Dunes", widths: [100, 1600])
    // Nothing is cached yet, and no request is made for metadata.
    let before = try await loader.metadata(of: request.photo)
    #expect(before.title == "Dunes" && before.iso == nil)
    #expect(before.size == PixelSize(width: 1600, height: 1200))
    #expect(server.asked.isEmpty)
    _ = try await stage.load(request)
    let after = try await loader.metadata(of: request.photo)
    #expect(after.title == "Dunes" && after.iso == 100)
    #expect(server.asked.count == 1)
  }

  @Test func `without metadata from file or feed the failure is reported`() async throws {
    let stage = WebStage(isOffline: true)
    let photo = try ImageRequest(["http://h.example/a"]).photo
    let pipeline = pipeline(stage.loader)
    await #expect(throws: ImageError.Cause.self) { try await pipeline.metadata(of: photo) }
  }
}
