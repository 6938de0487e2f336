import DecoderProtocol
import ExpiringCache
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// Returns complete metadata.
private struct CameraMetadata: MetadataReading {
  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    sources.map { _ in
      var metadata = PhotoMetadata()
      (metadata.make, metadata.orientation) = ("SONY", .rightTop)
      metadata.size = PixelSize(width: 3, height: 4)
      metadata.captureDate = CaptureDate(text: "1978")
      return .success(metadata)
    }
  }
}

/// Must not be called.
private struct NoMetadata: MetadataReading {
  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    Issue.record("a file was read")
    return []
  }
}

@Suite("Thumbnails on disk", .integration, .timeLimit(.minutes(30)))
struct ThumbnailAccessTests {
  typealias Answer = Result<LoadedBitmap, DecodingError>

  private let stage = ThumbnailStage()

  /// Loads a photo from its file and stores its thumbnail or failure.
  private func load(_ request: ImageRequest, _ answer: Answer, on stage: ThumbnailStage) async {
    let pipeline = stage.pipeline()
    stage.files.open(stage.files.sources.count, answer)
    _ = await pipeline.end(of: request)
    await pipeline.finish()
  }

  @Test func `a stored thumbnail is used after a restart`() async {
    await load(stage.request("a"), .success(.whole()), on: stage)
    #expect(stage.files.sources.count == 1)
    let again = ThumbnailStage(after: stage)
    again.thumbnails.open(0, .success(.whole()))
    let tile = await again.pipeline().tile(of: stage.request("a"))
    #expect(tile?.provenance.origin == .thumbnail && tile?.info.isComplete == true)
    #expect(tile?.info.size == PixelSize(width: 4000, height: 3000))
    #expect(tile?.info.byteCount == "the photo a".utf8.count)
    #expect(again.files.sources.isEmpty)
    #expect(again.thumbnails.sources.count == 1)
  }

  @Test func `facts missing in another program's thumbnail are read from the photo`()
    async
  {
    // For formats with animations, a thumbnail that does not record whether it moves is ignored.
    var info = PictureInfo.whole
    (info.format, info.isMoving) = (.jpeg, false)
    await load(stage.request("a"), .success(.whole(of: info)), on: stage)
    let own = ThumbnailStage(after: stage)
    own.thumbnails.open(0, .success(.whole()))
    let told = await own.pipeline(reader: NoMetadata()).tile(of: stage.request("a"))
    #expect(told?.info.camera == "NIKON D70" && told?.info.orientation == .leftBottom)
    stage.removeOwnTexts()
    let foreign = ThumbnailStage(after: stage)
    foreign.thumbnails.open(0, .success(.whole()))
    let read = await foreign.pipeline(reader: CameraMetadata()).tile(of: stage.request("a"))
    #expect(read?.provenance.origin == .thumbnail && read?.info.camera == "SONY")
    #expect(read?.info.captureDate?.description == "1978" && read?.info.orientation == .rightTop)
    #expect(read?.info.size == PixelSize(width: 3, height: 4))
    #expect(foreign.files.sources.isEmpty)
  }

  @Test func `the tile of a thumbnail equals the tile of its file`() async {
    let pipeline = stage.pipeline()
    stage.files.open(0, .success(.whole()))
    let first = await pipeline.tile(of: stage.request("a"))
    await pipeline.finish()
    let again = ThumbnailStage(after: stage)
    again.thumbnails.open(0, .success(.whole()))
    let second = await again.pipeline().tile(of: stage.request("a"))
    #expect(first != nil && second?.tile == first?.tile)
    for decoder in [stage.files, again.thumbnails] {
      #expect(decoder.requests.map(\.wholeBox) == [PixelSize(width: 128, height: 128)])
    }
    #expect(stage.files.requests.map(\.box) == [PixelSize(width: 128, height: 128)])
  }

  @Test(arguments: [
    (LoadedBitmap.whole(isFromThumbnail: true), 10), (.whole(isComplete: false), 10),
    (.whole(.doubleExtraLarge), 300),
  ])
  func `no thumbnail is stored of bitmaps that are incomplete, thumbnails or too large`(
    image: LoadedBitmap, columns: Int
  ) async {
    let request = stage.request("a", columns: columns, rows: columns / 2)
    let pipeline = stage.pipeline()
    for call in 0..<2 { stage.files.open(call, .success(image)) }
    #expect(await pipeline.tile(of: request) != nil)
    await pipeline.finish()
    #expect(!stage.hasFolder)
  }

  @Test func `no thumbnail of a file that is being written is stored`() async {
    let pauses = PauseGate()
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(stage.loader()),
      cache: noTiles(), width: 1, clock: ManualClock(), pause: pauses.pause)
    let listener = await Listener(pipeline.responses(for: stage.request("a")))
    stage.files.open(0, .success(LoadedBitmap.whole().unstable))
    await pauses.entered(1)
    listener.leave()
    pauses.open()
    await pipeline.finish()
    #expect(!stage.hasFolder)
  }

  @Test func `a changed photo is loaded from its file`() async {
    await load(stage.request("a"), .success(.whole()), on: stage)
    stage.write("a", "another photo")
    let again = ThumbnailStage(after: stage)
    again.files.open(0, .success(.whole()))
    #expect(await again.pipeline().tile(of: stage.request("a"))?.provenance.origin == .file)
    #expect(again.thumbnails.sources.isEmpty)
  }

  @Test(arguments: [Answer.failure(.refused(.damaged)), .success(.whole(isComplete: false))])
  func `a thumbnail that cannot be decoded completely is ignored`(answer: Answer) async {
    await load(stage.request("a"), .success(.whole()), on: stage)
    let again = ThumbnailStage(after: stage)
    again.thumbnails.open(0, answer)
    again.files.open(0, .success(.whole()))
    #expect(await again.pipeline().tile(of: stage.request("a"))?.provenance.origin == .file)
  }

  @Test func `a thumbnail without the photo's size is used`() throws {
    stage.thumbnails.open(0, .success(.whole()))
    let picture = try stage.access.bitmap(
      in: .thumbnail(.bytes([]), of: PictureInfo(size: nil), hasAllFacts: true),
      for: DecodingRequest(box: PixelSize(width: 40, height: 40)),
      unless: try #require(CancellationSignal()))
    #expect(picture?.info.size == nil && picture?.origin == .thumbnail)
  }

  @Test func `thumbnails are written only after all loads have ended`() async {
    let pipeline = stage.pipeline()
    let other = await pipeline.responses(for: stage.request("b"))
    await stage.files.begun(1)
    stage.files.open(1, .success(.whole()))
    #expect(await pipeline.tile(of: stage.request("a")) != nil)
    #expect(stage.access.writes.waitingCount == 1)
    #expect(!stage.hasFolder)
    stage.files.open(0, .success(.whole()))
    for await _ in other {}
    await pipeline.finish()
    #expect(stage.keptWidth("a") == 4000 && stage.keptWidth("b") == 4000)
  }

  @Test(arguments: permutations(of: [0, 1, 2]))
  func `in any order of decoding each file gets its own thumbnail`(order: [Int]) async {
    let names = ["a", "b", "c"]
    let pipeline = stage.pipeline()
    var streams: [AsyncStream<ImageResponse>] = []
    for (index, name) in names.enumerated() {
      streams.append(await pipeline.responses(for: stage.request(name)))
      await stage.files.begun(index + 1)
    }
    for call in order { stage.files.open(call, .success(.whole(width: 1000 + 4 * call))) }
    for stream in streams { for await _ in stream {} }
    await pipeline.finish()
    #expect(names.map { stage.keptWidth($0) } == [1000, 1004, 1008])
  }

  @Test func `a file that changes before its thumbnail is written gets no thumbnail`() async {
    let pipeline = stage.pipeline()
    let other = await pipeline.responses(for: stage.request("b"))
    await stage.files.begun(1)
    stage.files.open(1, .success(.whole()))
    _ = await pipeline.tile(of: stage.request("a"))
    stage.write("a", "another photo")
    stage.files.open(0, .success(.whole()))
    for await _ in other {}
    await pipeline.finish()
    #expect(stage.keptWidth("a") == nil && stage.keptWidth("b") == 4000)
  }

  @Test func `without a memory cache the next load uses the thumbnail`() async {
    await load(stage.request("a"), .success(.whole()), on: stage)
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(stage.loader()),
      cache: noTiles(), bitmaps: .bitmaps(within: 0, expiration: .never), width: 1,
      clock: ManualClock())
    for call in 0..<2 {
      stage.thumbnails.open(call, .success(.whole()))
      #expect(await pipeline.tile(of: stage.request("a"))?.provenance.origin == .thumbnail)
    }
    #expect(stage.files.sources.count == 1)
  }

  @Test func `a preview uses the largest thumbnail even if it is too small`() async {
    await load(stage.request("a"), .success(.whole()), on: stage)
    let large = stage.request("a", columns: 100, rows: 50)
    let again = ThumbnailStage(after: stage)
    again.thumbnails.open(0, .success(.whole()))
    again.files.open(0, .success(.whole(.extraLarge)))
    let pipeline = again.pipeline()
    var answers: [ImageResponse] = []
    for await answer in await pipeline.responses(for: large) { answers.append(answer) }
    #expect(answers.count == 2 && answers.first?.isPreview == true)
    #expect(again.files.requests.map(\.thumbnail) == [.never])
    await pipeline.finish()
    #expect(stage.keptWidth("a", .extraLarge) == 4000)
  }

  @Test func `a thumbnail that is large enough gives the tile without a preview`() async {
    let large = stage.request("a", columns: 100, rows: 50)
    let pipeline = stage.pipeline()
    stage.files.open(0, .failure(.refused(.noThumbnail)))
    stage.files.open(1, .success(.whole(.extraLarge)))
    #expect(await pipeline.tile(of: large) != nil)
    await pipeline.finish()
    let again = ThumbnailStage(after: stage)
    again.thumbnails.open(0, .success(.whole(.extraLarge)))
    #expect(await again.pipeline().end(of: large)?.isTile == true)
    #expect(again.thumbnails.sources.count == 1 && again.files.sources.isEmpty)
  }

  @Test func `a private store writes nothing`() async {
    let hidden = ThumbnailStage(isPrivate: true)
    await load(hidden.request("a"), .success(.whole()), on: hidden)
    await load(hidden.request("b"), .failure(.refused(.damaged)), on: hidden)
    #expect(!hidden.hasFolder)
  }
}
