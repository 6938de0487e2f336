import Base
import Catalogs
import DecoderProtocol
import ExpiringCache
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("ImagePipeline", .integration, .timeLimit(.minutes(30)))
struct ImagePipelineTests {
  private let decoder = GatedDecoder()
  private let cache = TileMemory(
    limits: CacheLimits(cost: 1_000_000), expiration: .never, clock: ManualClock())

  private func pipeline(width: Int = 4, decoder: GatedDecoder? = nil) -> ImagePipeline {
    ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder ?? self.decoder)), cache: cache,
      width: width,
      clock: ManualClock())
  }

  /// All responses of a load until it ends.
  private func answers(_ stream: AsyncStream<ImageResponse>) async -> [ImageResponse] {
    await stream.reduce(into: []) { $0.append($1) }
  }

  private func file(_ request: ImageRequest) -> ImageSource {
    .file(request.photo.path?.bytes ?? [])
  }

  @Test func `a tile is loaded from its file, then from memory`() async throws {
    let pipeline = pipeline()
    let request = ImageRequest("a")
    #expect(pipeline.cachedTile(for: request) == nil)
    let stream = await pipeline.responses(for: request)
    decoder.open(0)
    let first = await answers(stream)
    guard case .tile(let loaded) = first.last else { throw UnexpectedAnswers(answers: first) }
    #expect(first.count == 1)
    #expect(loaded.provenance.origin == .file)
    #expect(loaded.info.byteCount == 1000)
    #expect(loaded.tile.canvas.size.area > 0)
    #expect(pipeline.cachedTile(for: request)?.provenance.origin == .memory)
    #expect(
      await answers(pipeline.responses(for: request)) == [
        .tile(loaded.servedFromMemory(in: .zero))
      ])
    #expect(decoder.sources == [file(request)])
  }

  @Test func `a hit has the load time of the hit itself`() async {
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)), cache: cache, width: 1,
      clock: SteppingClock(step: .microseconds(300)))
    let stream = await pipeline.responses(for: ImageRequest("a"))
    decoder.open(0)
    _ = await answers(stream)
    #expect(pipeline.cachedTile(for: ImageRequest("a"))?.provenance.loadTime == .microseconds(300))
  }

  @Test func `a first load counts one miss, and a second lookup one hit`() async {
    let pipeline = pipeline()
    #expect(pipeline.cachedTile(for: ImageRequest("a")) == nil)
    let stream = await pipeline.responses(for: ImageRequest("a"))
    decoder.open(0)
    _ = await answers(stream)
    #expect(cache.statistics.sinceStart.misses == 1)
    #expect(cache.statistics.sinceStart.hits == 0)
    _ = pipeline.cachedTile(for: ImageRequest("a"))
    #expect(cache.statistics.sinceStart.misses == 1)
    #expect(cache.statistics.sinceStart.hits == 1)
  }

  @Test func `without room in memory loads are still shared and completed`() async {
    let nothing = TileMemory(
      limits: CacheLimits(cost: 0, count: 0), expiration: .never, clock: ManualClock())
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)), cache: nothing, width: 4,
      clock: ManualClock())
    let streams = [
      await pipeline.responses(for: ImageRequest("a")),
      await pipeline.responses(for: ImageRequest("a")),
    ]
    decoder.open(0)
    for stream in streams { #expect(await answers(stream).last?.isTile == true) }
    #expect(decoder.sources.count == 1)
    #expect(!nothing.keepsTiles)
    #expect(pipeline.cachedTile(for: ImageRequest("a")) == nil)
    #expect(nothing.usage.count == 0)
  }

  @Test func `equal requests share one load, and each gets exactly one final response`() async {
    let pipeline = pipeline()
    let streams = [
      await pipeline.responses(for: ImageRequest("a")),
      await pipeline.responses(for: ImageRequest("a")),
      await pipeline.responses(for: ImageRequest("a")),
    ]
    decoder.open(0)
    for stream in streams { #expect(await answers(stream).count == 1) }
    #expect(decoder.sources.count == 1)
    #expect(await pipeline.subscriberCount == 0)
  }

  @Test func `requests that differ in photo, size or form get separate tiles`() async {
    let pipeline = pipeline(width: 8)
    let form = TileForm(symbols: .sextants, colors: .direct)
    let plain = ImageRequest("a")
    let requests = [
      plain, ImageRequest("a?b"), ImageRequest("a", columns: 5),
      ImageRequest(photo: plain.photo, cells: plain.cells, form: form),
    ]
    let streams = await pipeline.responses(for: requests)
    for call in 0..<2 { decoder.open(call) }
    for stream in streams { #expect(await answers(stream).map(\.isTile) == [true]) }
    #expect(requests.allSatisfy { pipeline.cachedTile(for: $0) != nil } && cache.usage.count == 4)
    #expect(decoder.sources.count == 2)
  }

  @Test func `a file that is being written is previewed and retried with growing pauses`()
    async throws
  {
    let pauses = PauseGate()
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)), cache: cache, width: 1,
      clock: ManualClock(),
      pause: pauses.pause)
    let growing = ImageRequest("a")
    let stream = await pipeline.responses(for: growing)
    await decoder.begun(1)
    let other = await pipeline.responses(for: ImageRequest("b"))
    decoder.open(0, .success(LoadedBitmap(filling: PixelSize(width: 8, height: 8)).unstable))
    decoder.open(1)
    #expect(await answers(other).count == 1)
    #expect(pipeline.cachedTile(for: growing) == nil)
    for call in 2...5 {
      pauses.open()
      let failure = call == 2 ? DecodingError.changing : .unfinished(.refused(.truncated))
      decoder.open(call, .failure(failure))
    }
    pauses.open()
    decoder.open(6)
    let answers = await answers(stream)
    #expect(answers.count == 2)
    #expect(answers.first?.isTile == false)
    #expect(answers.last?.isTile == true)
    #expect(pipeline.cachedTile(for: growing) != nil)
    #expect(pauses.durations == [250, 500, 1000, 2000, 2000].map { .milliseconds($0) })
  }

  @Test func `a cancelled request for a file being written is not retried`() async {
    let pauses = PauseGate()
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)), cache: cache, width: 1,
      clock: ManualClock(),
      pause: pauses.pause)
    let leaver = await Listener(pipeline.responses(for: ImageRequest("a")))
    decoder.open(0, .failure(.changing))
    await pauses.entered(1)
    await leaver.hasLeft()
    pauses.open()
    let next = await pipeline.responses(for: ImageRequest("b"))
    decoder.open(1)
    #expect(await answers(next).count == 1)
    #expect(decoder.sources == [file(ImageRequest("a")), file(ImageRequest("b"))])
  }

  @Test func `cancelling one of two equal requests does not affect the other`() async {
    let pipeline = pipeline()
    let leaver = await Listener(pipeline.responses(for: ImageRequest("a")))
    let stayer = await pipeline.responses(for: ImageRequest("a"))
    await decoder.begun(1)
    await leaver.hasLeft()
    #expect(await pipeline.subscriberCount == 1)
    decoder.open(0)
    #expect(await answers(stayer).count == 1)
    #expect(decoder.cancelledCalls.isEmpty)
  }

  @Test func `a load is cancelled when its last request is cancelled`() async {
    let pipeline = pipeline()
    let listeners = [
      await Listener(pipeline.responses(for: ImageRequest("a"))),
      await Listener(pipeline.responses(for: ImageRequest("a"))),
    ]
    await decoder.begun(1)
    for listener in listeners { listener.leave() }
    await decoder.cancelled(0)
    #expect(await pipeline.subscriberCount == 0)
  }

  @Test func `a request cancelled before its turn is never decoded`() async {
    let pipeline = pipeline(width: 1)
    let first = await pipeline.responses(for: ImageRequest("a"))
    let second = await Listener(pipeline.responses(for: ImageRequest("b")))
    let third = await pipeline.responses(for: ImageRequest("c"))
    await decoder.begun(1)
    await second.hasLeft()
    #expect(await pipeline.subscriberCount == 2)
    for call in 0..<2 { decoder.open(call) }
    _ = await answers(first)
    _ = await answers(third)
    #expect(decoder.sources == [file(ImageRequest("a")), file(ImageRequest("c"))])
  }

  @Test func `cancelling after the end, or twice, changes nothing`() async {
    let pipeline = pipeline()
    let listener = await Listener(pipeline.responses(for: ImageRequest("a")))
    decoder.open(0)
    #expect(await listener.answers().count == 1)
    listener.leave()
    listener.leave()
    #expect(pipeline.cachedTile(for: ImageRequest("a")) != nil)
    #expect(await pipeline.subscriberCount == 0)
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `a request made while a cancelled load still runs starts another load`(order: [Int])
    async
  {
    let stubborn = GatedDecoder(obeysCancellation: false)
    let pipeline = pipeline(decoder: stubborn)
    let first = await Listener(pipeline.responses(for: ImageRequest("a")))
    await stubborn.begun(1)
    first.leave()
    await stubborn.cancelled(0)
    let second = await Listener(pipeline.responses(for: ImageRequest("a")))
    await stubborn.begun(2)
    for call in order {
      stubborn.open(call, call == 0 ? .failure(.cancelled) : nil)
      await pipeline.runs(call == order[0] ? 1 : 0)
    }
    let answers = await second.answers()
    #expect(answers.count == 1)
    #expect(answers.first?.isTile == true)
    #expect(pipeline.cachedTile(for: ImageRequest("a")) != nil)
  }

  @Test func `a bitmap decoded after cancellation is cached for the next request`() async {
    let stubborn = GatedDecoder(obeysCancellation: false)
    let pipeline = pipeline(decoder: stubborn)
    let listener = await Listener(pipeline.responses(for: ImageRequest("a")))
    await stubborn.begun(1)
    listener.leave()
    await stubborn.cancelled(0)
    stubborn.open(0)
    await pipeline.isIdle()
    #expect(await answers(pipeline.responses(for: ImageRequest("a"))).last?.isTile == true)
    #expect(stubborn.sources.count == 1)
  }

  @Test func `loads follow the order of priority`() async {
    let pipeline = pipeline(width: 1)
    let requests = ["a", "b", "c", "d", "e"].map { ImageRequest($0) }
    let streams = await pipeline.responses(for: requests)
    pipeline.prioritise(
      [requests[3], requests[2], requests[4], requests[1]], focused: 0, visible: .max)
    for call in 0..<5 { decoder.open(call) }
    for stream in streams { #expect(await answers(stream).count == 1) }
    #expect(decoder.sources == [0, 3, 2, 4, 1].map { file(requests[$0]) })
  }

  @Test func `no other load starts while the focused photo is loaded`() async {
    let pipeline = pipeline(width: 3)
    let requests = ["a", "b", "c", "d"].map { ImageRequest($0) }
    pipeline.prioritise([requests[1]] + requests, focused: 1, visible: .max)
    var streams = [await pipeline.responses(for: requests[0])]
    // The first starts before the others are requested, and none takes its slot.
    await decoder.begun(1)
    streams += await pipeline.responses(for: Array(requests[1...]))
    await decoder.begun(2)
    decoder.open(0)
    await pipeline.runs(1)
    #expect(decoder.sources == [0, 1].map { file(requests[$0]) })
    for call in 1..<4 { decoder.open(call) }
    for stream in streams { #expect(await answers(stream).last?.isTile == true) }
    #expect(Set(decoder.sources) == Set(requests.map(file)))
  }

  @Test func `a failed focused load lets the other loads start`() async {
    let pipeline = pipeline(width: 3)
    let requests = ["a", "b"].map { ImageRequest($0) }
    pipeline.prioritise(requests, focused: 1, visible: .max)
    let streams = [
      await pipeline.responses(for: requests[0]), await pipeline.responses(for: requests[1]),
    ]
    await decoder.begun(1)
    decoder.open(0, .failure(.refused(.damaged)))
    decoder.open(1)
    #expect(await answers(streams[0]).last?.isTile == false)
    #expect(await answers(streams[1]).last?.isTile == true)
  }

  @Test func `no more loads run at once than allowed`() async {
    let pipeline = pipeline(width: 2)
    let streams = await pipeline.responses(for: ["a", "b", "c", "d"].map { ImageRequest($0) })
    await decoder.begun(2)
    #expect(decoder.sources.count == 2)
    for call in 0..<4 { decoder.open(call) }
    for stream in streams { #expect(await answers(stream).count == 1) }
    #expect(decoder.sources.count == 4)
  }

  @Test func `a failure is reported with its photo and is not cached`() async {
    let pipeline = pipeline()
    let request = ImageRequest("a")
    let stream = await pipeline.responses(for: request)
    decoder.open(0, .failure(.refused(.notAnImage)))
    #expect(
      await answers(stream) == [
        .failure(ImageError(photo: request.photo, cause: .decoding(.refused(.notAnImage))))
      ])
    #expect(pipeline.cachedTile(for: request) == nil)
    let again = await pipeline.responses(for: request)
    decoder.open(1)
    #expect(await answers(again).count == 1)
  }

  @Test func `a large image is previewed by its thumbnail, which is not cached`() async {
    let pipeline = pipeline()
    let request = ImageRequest("a", columns: 80, rows: 30)
    let stream = await pipeline.responses(for: request)
    await decoder.begun(1)
    decoder.open(0)
    await decoder.begun(2)
    #expect(pipeline.cachedTile(for: request) == nil)
    let late = await pipeline.responses(for: request)
    decoder.open(1)
    for stream in [stream, late] {
      let answers = await answers(stream)
      #expect(answers.count == 2)
      #expect(answers.first?.isPreview == true)
      #expect(answers.last?.isPreview == false)
    }
  }

  @Test func `a photo without a thumbnail has no preview`() async {
    let pipeline = pipeline()
    let stream = await pipeline.responses(for: ImageRequest("a", columns: 80, rows: 30))
    decoder.open(0, .failure(.refused(.noThumbnail)))
    decoder.open(1)
    let answers = await answers(stream)
    #expect(answers.count == 1)
    #expect(answers.first?.isPreview == false)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `under random requests and cancellations each remaining request gets one response`(
    seed: UInt64
  ) async {
    var random = SplitMix64(seed: seed)
    let pipeline = pipeline(width: 3)
    var stayers: [AsyncStream<ImageResponse>] = []
    for call in 0..<400 { if Bool.random(using: &random) { decoder.open(call) } }
    for _ in 0..<150 {
      let request = ImageRequest("\(Int.random(in: 0..<12, using: &random))")
      if Bool.random(using: &random) {
        stayers.append(await pipeline.responses(for: request))
      } else {
        await Listener(pipeline.responses(for: request)).leave()
      }
      if Int.random(in: 0..<10, using: &random) == 0 { _ = cache.removeAll() }
    }
    for call in 0..<400 { decoder.open(call) }
    for stayer in stayers { #expect(await answers(stayer).count == 1) }
    await pipeline.isIdle()
    #expect(await pipeline.subscriberCount == 0)
  }
}

/// The responses were not those that the test needs.
struct UnexpectedAnswers: Error {
  let answers: [ImageResponse]
}

extension ImageResponse {
  var isPreview: Bool {
    if case .preview = self { true } else { false }
  }

  var isTile: Bool {
    if case .tile = self { true } else { false }
  }
}

extension ImagePipeline {
  /// Requests one after another.
  fileprivate func responses(for requests: [ImageRequest]) -> [AsyncStream<ImageResponse>] {
    requests.map { responses(for: $0) }
  }

  /// Waits until so many loads run.
  func runs(_ count: Int) async {
    await eventually { await runningCount == count }
  }

  /// Waits until no load runs or waits.
  func isIdle() async {
    await eventually { await runningCount + waitingCount == 0 }
  }
}

extension LoadedTile {
  fileprivate func servedFromMemory(in loadTime: Duration) -> LoadedTile {
    var provenance = provenance
    (provenance.origin, provenance.loadTime) = (.memory, loadTime)
    return LoadedTile(tile: tile, info: info, provenance: provenance)
  }
}
