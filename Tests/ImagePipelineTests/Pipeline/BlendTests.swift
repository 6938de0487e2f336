import Base
import Catalogs
import DecoderProtocol
import ExpiringCache
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// Tiles that show two photos, of files that a test completes.
@Suite("Tiles of two photos", .integration, .timeLimit(.minutes(30)))
struct BlendTests {
  private static let picture = PixelSize(width: 64, height: 48)
  private let decoder = GatedDecoder(pictureSize: picture)

  private func pipeline() -> ImagePipeline {
    ImagePipeline(
      loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)),
      cache: TileMemory(
        limits: CacheLimits(cost: 1_000_000), expiration: .never, clock: ManualClock()),
      width: 3, clock: ManualClock())
  }

  private static func part(of size: PixelSize = picture) -> PicturePart {
    PicturePart(of: size, scaledTo: size, PixelRect(size))
  }

  private static func request(
    _ blend: PictureBlend, part other: PicturePart? = part()
  ) -> ImageRequest {
    let plain = ImageRequest("a")
    return ImageRequest(
      photo: plain.photo, cells: CellSize(columns: 8, rows: 3), form: plain.form,
      extent: .part(part())
    ).blending(BlendedPhoto(Photo(named: "b"), part: other, blend))
  }

  private func loaded(_ color: RGB, _ size: PixelSize = picture) -> GatedDecoder.Answer {
    .success(LoadedBitmap(filling: size, of: size, color: color))
  }

  private func colors(_ stream: AsyncStream<ImageResponse>) async -> [RGB?] {
    let answers = await stream.reduce(into: [ImageResponse]()) { $0.append($1) }
    guard answers.count == 1, case .tile(let tile) = answers[0] else { return [] }
    let canvas = tile.tile.canvas
    return (0..<canvas.size.columns).map { canvas[$0, 1].background.rgb }
  }

  @Test(arguments: [0, 1])
  func `a tile of two photos comes once both are decoded, and no other load delays it`(
    first: Int
  ) async {
    let pipeline = pipeline()
    let request = Self.request(.divided(at: 0.5))
    pipeline.prioritise([request], focused: 1, visible: 1)
    let stream = await pipeline.responses(for: request)
    decoder.open(first, loaded(RGB(200, 0, 0)))
    decoder.open(1 - first, loaded(RGB(0, 0, 200)))
    let colors = await colors(stream)
    let (left, right) = (colors.first, colors.last)
    let reds = RGB(200, 0, 0), blues = RGB(0, 0, 200)
    #expect(first == 0 ? (left == reds && right == blues) : (left == blues && right == reds))
    #expect(decoder.sources.count == 2)
  }

  @Test func `another divider, and the difference, need no file again`() async {
    let pipeline = pipeline()
    for number in 0..<2 { decoder.open(number, loaded(RGB(90, 90, 90))) }
    for blend in [PictureBlend.divided(at: 0.5), .divided(at: 0.75), .difference] {
      #expect(await !colors(pipeline.responses(for: Self.request(blend))).isEmpty)
    }
    let dim = await colors(pipeline.responses(for: Self.request(.difference)))
    #expect(dim.allSatisfy { $0.map { $0.red < 60 && $0.red == $0.blue } == true })
    #expect(decoder.sources.count == 2)
  }

  @Test func `where the other photo has ended, the first differs fully`() async {
    let pipeline = pipeline()
    decoder.open(0, loaded(RGB(90, 90, 90)))
    let small = PixelSize(width: 32, height: 48)
    decoder.open(1, loaded(RGB(90, 90, 90), small))
    let colors = await colors(
      pipeline.responses(for: Self.request(.difference, part: Self.part(of: small))))
    #expect((colors.first ?? nil).map { $0.red < 60 } == true)
    #expect(colors.last == RGB(255, 255, 255))
    let alone = await self.colors(
      pipeline.responses(for: Self.request(.difference, part: nil)))
    #expect(alone.allSatisfy { $0 == RGB(255, 255, 255) } && !alone.isEmpty)
  }

  @Test func `a photo that cannot be decoded fails the tile of both`() async {
    let pipeline = pipeline()
    decoder.open(0, loaded(RGB(90, 90, 90)))
    decoder.open(1, .failure(.refused(.damaged)))
    let stream = await pipeline.responses(for: Self.request(.difference))
    let answers = await stream.reduce(into: [ImageResponse]()) { $0.append($1) }
    guard case .failure? = answers.last else {
      Issue.record("no failure")
      return
    }
  }
}
