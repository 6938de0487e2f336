import Catalogs
import DecoderProtocol
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// A thumbnail that a camera has embedded may be older than the last change of the photo.
@Suite("Stale embedded thumbnails", .timeLimit(.minutes(30)))
struct StaleThumbnailTests {
  private let stage = ThumbnailStage()
  private static let size = PixelSize(width: 4000, height: 3000)

  private func picture(_ color: RGB, isPreview: Bool) -> GatedDecoder.Answer {
    .success(
      LoadedBitmap(
        filling: PixelSize(width: 128, height: 96), of: Self.size, color: color,
        isPreview: isPreview))
  }

  /// Loads a photo whose thumbnail has another colour.
  private func load(_ request: ImageRequest, from pipeline: ImagePipeline) async -> [ImageResponse]
  {
    stage.files.open(0, picture(RGB(200, 0, 200), isPreview: true))
    stage.files.open(1, picture(RGB(0, 90, 0), isPreview: false))
    return await pipeline.responses(for: request).reduce(into: []) { $0.append($1) }
  }

  @Test func `an embedded thumbnail is shown until the photo is decoded and is not stored`() async {
    let pipeline = stage.pipeline()
    let answers = await load(stage.request("a"), from: pipeline)
    #expect(answers.map(\.isPreview) == [true, false])
    #expect(stage.files.requests.map(\.thumbnail) == [.whereItSuffices, .never])
    await pipeline.finish()
    #expect(stage.keptWidth("a") == Self.size.width)
  }

  @Test func `an embedded thumbnail does not hide that its photo fails`() async {
    let pipeline = stage.pipeline()
    stage.files.open(0, picture(RGB(200, 0, 200), isPreview: true))
    stage.files.open(1, .failure(.refused(.damaged)))
    let answers = await pipeline.responses(for: stage.request("a")).reduce(into: []) {
      $0.append($1)
    }
    #expect(answers.map(\.isTile) == [false, false])
    #expect(answers.first?.isPreview == true)
  }

  @Test func `warming does not use embedded thumbnails`() async throws {
    let loader = stage.loader()
    stage.files.open(0, picture(RGB(0, 90, 0), isPreview: false))
    let photo = stage.request("a").photo
    #expect(await loader.warm(photo, for: .normal, mayDefer: false) == .made)
    #expect(stage.files.requests.map(\.thumbnail) == [.never])
    await loader.finish()
    #expect(await loader.warm(photo, for: .normal, mayDefer: false) == .there)
  }

  @Test(
    arguments: [
      (LoadedBitmap.whole(isComplete: false), .failed(.decoding(.refused(.truncated)))),
      (LoadedBitmap.whole().unstable, .failed(.decoding(.changing))),
      (LoadedBitmap(filling: PixelSize(width: 100, height: 75)), .needsNone),
      (LoadedBitmap.whole(), .made),
    ] as [(LoadedBitmap, WarmingOutcome)])
  func `warming reports a thumbnail as made only if it is stored`(
    image: LoadedBitmap, outcome: WarmingOutcome
  ) async {
    let loader = stage.loader()
    stage.files.open(0, .success(image))
    let photo = stage.request("b").photo
    #expect(await loader.warm(photo, for: .normal, mayDefer: false) == outcome)
    await loader.finish()
    #expect((stage.keptWidth("b") != nil) == (outcome == .made))
  }
}
