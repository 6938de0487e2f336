import Base
import DecoderProtocol
import ExpiringCache
import ImagePipeline
import Imaging
import PictureSamples
import TestServer
import TestSupport
import Testing

/// Frames of animated photos from real decoders, rendered as tiles.
@Suite("Animations in the pipeline", .integration, .timeLimit(.minutes(30)))
struct MotionTests {
  private static let client = DecoderClient(programs: .installed(), limit: .seconds(50))
  private let folder = TemporaryFolder()
  private let sample = SampleMotion.patches([.keep, .clear, .keep, .keep], isBlended: true)

  private func pipeline() -> ImagePipeline {
    ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: Self.client)),
      cache: TileMemory(
        limits: CacheLimits(cost: 1_000_000), expiration: .never, clock: ManualClock()),
      width: 2, clock: ManualClock())
  }

  private func request(_ name: String, _ extent: PictureExtent) -> ImageRequest {
    let whole = ImageRequest(folder.name(name), columns: 12, rows: 6)
    return ImageRequest(photo: whole.photo, cells: whole.cells, form: whole.form, extent: extent)
  }

  /// All frames of an animated photo, their tiles, and whether the animation is complete.
  private func play(
    _ request: ImageRequest, from pipeline: ImagePipeline
  ) async throws -> (frames: [Bitmap], tiles: [Tile], isComplete: Bool) {
    let motion = try #require(pipeline.motion(for: request))
    var (frames, tiles): ([Bitmap], [Tile]) = ([], [])
    while true {
      switch try await motion.next() {
      case .frame(let frame):
        #expect(frame.index == tiles.count && frame.delay == .milliseconds(50 + 10 * tiles.count))
        frames.append(frame.bitmap)
        tiles.append(try await motion.tile(of: frame, for: request))
      case .end(let isComplete): return (frames, tiles, isComplete)
      }
    }
  }

  private var extents: [PictureExtent] {
    // The middle at twice its size, rotated to the right.
    let part = PicturePart(
      of: sample.size, turnedBy: .rightTop, scaledTo: PixelSize(width: 36, height: 48),
      PixelRect(x: 8, y: 16, width: 16, height: 32))
    return [.filling, .fitting, .part(part)]
  }

  @Test(arguments: ["gif", "png", "webp"])
  func `a frame is rendered like a still image`(kind: String) async throws {
    let file = ["gif": sample.gif(), "png": sample.png(), "webp": sample.webP()][kind] ?? []
    _ = folder.write(file, as: kind)
    let pipeline = pipeline()
    for extent in extents {
      let request = request(kind, extent)
      let (frames, tiles, isComplete) = try await play(request, from: pipeline)
      for (frame, shown) in zip(frames, sample.shown) {
        #expect(SamplePictures.difference(frame, shown) <= 1)
      }
      let expected = frames.map {
        TileRenderer().tile(
          from: $0, pictureSize: sample.size, extent: extent, fitting: request.cells,
          form: request.form)
      }
      #expect(isComplete && frames.count == 4 && tiles == expected)
    }
  }

  @Test func `a truncated animation plays its frames and reports that it is incomplete`()
    async throws
  {
    let whole = sample.gif()
    _ = folder.write(Array(whole.dropLast(30)), as: "a.gif")
    let (_, tiles, isComplete) = try await play(request("a.gif", .filling), from: pipeline())
    #expect(!isComplete && (3...4).contains(tiles.count))
  }

  @Test func `a zoomed motion photo shows the same place of its video, in its proportions`()
    async throws
  {
    // A photo of 60 x 40 with a video of 48 x 64, which covers 30 columns in its middle.
    _ = folder.write(SampleMotionPhoto.microVideo.bytes, as: "a.jpg")
    let part = PicturePart(
      of: PixelSize(width: 60, height: 40), scaledTo: PixelSize(width: 120, height: 80),
      PixelRect(x: 16, y: 16, width: 80, height: 48))
    let request = request("a.jpg", .part(part))
    let motion = try #require(pipeline().motion(for: request))
    guard case .frame(let frame) = try await motion.next() else {
      Issue.record("no frame")
      return
    }
    #expect(frame.bitmap.size == PixelSize(width: 30, height: 40))
    let bar = [UInt8](repeating: 0, count: 15 * 4)
    let room = Bitmap(
      size: PixelSize(width: 60, height: 40),
      bytes: (0..<40).flatMap { bar + frame.bitmap.bytes[$0 * 120..<($0 + 1) * 120] + bar })
    let expected = TileRenderer().tile(
      from: room, pictureSize: room.size, extent: .part(part), fitting: request.cells,
      form: request.form)
    #expect(try await motion.tile(of: frame, for: request) == expected)
  }

  @Test func `an animation is refused at a large scale and played at a small one`()
    async throws
  {
    let dot = SampleMotion.Frame(
      x: 0, y: 0, size: PixelSize(width: 1, height: 1), bytes: [1, 2, 3, 255])
    let size = PixelSize(width: 4000, height: 3000)
    _ = folder.write(SampleMotion(size, [dot, dot]).gif(), as: "a.gif")
    let whole = PicturePart(of: size, scaledTo: size, PixelRect(x: 0, y: 0, width: 80, height: 64))
    let pipeline = pipeline()
    let large = try #require(pipeline.motion(for: request("a.gif", .part(whole))))
    await #expect(throws: ImageError.Cause.decoding(.refused(.tooManyPixels(size)))) {
      _ = try await large.next()
    }
    let small = try #require(pipeline.motion(for: request("a.gif", .filling)))
    guard case .frame(let frame) = try await small.next() else {
      Issue.record("no frame")
      return
    }
    #expect(frame.pictureSize == size && frame.bitmap.size.width < 100)
    #expect(
      frame.serves(request("a.gif", .filling)) && !frame.serves(request("a.gif", .part(whole))))
  }

  @Test func `an animation on the web is played from the cached response of its still`()
    async throws
  {
    let requests = Recorder<Int>()
    let file = sample.gif()
    let server = TestServer { _, connection in
      requests.add(1)
      connection.send(
        "HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: \(file.count)\r\n\r\n")
      connection.send(file)
      connection.finish()
    }
    let stage = WebStage(real: Self.client)
    let request = try ImageRequest([server.address("/a.gif")])
    let still = await stage.pipeline.tile(of: request)
    #expect(still?.info.isMoving == true)
    let (_, tiles, isComplete) = try await play(request, from: stage.pipeline)
    #expect(isComplete && tiles.count == 4 && tiles.first == still?.tile)
    #expect(requests.all.count == 1)
  }

  @Test func `a thumbnail records that its photo is animated`() async throws {
    let stage = ThumbnailStage()
    var moving = LoadedBitmap.whole().info
    (moving.isMoving, moving.format) = (true, .gif)
    stage.files.open(
      0, .success(LoadedBitmap(bitmap: LoadedBitmap.whole().bitmap, info: moving)))
    let pipeline = stage.pipeline()
    #expect(await pipeline.tile(of: stage.request("a"))?.info.isMoving == true)
    await pipeline.finish()
    let again = ThumbnailStage(after: stage)
    again.thumbnails.open(0, .success(.whole()))
    let tile = await again.pipeline().tile(of: stage.request("a"))
    #expect(tile?.provenance.origin == .thumbnail && tile?.info.isMoving == true)
  }
}
