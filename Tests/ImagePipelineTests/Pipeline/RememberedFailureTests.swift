import Base
import DecoderProtocol
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Failures on disk", .integration, .timeLimit(.minutes(30)))
struct RememberedFailureTests {
  private let stage = ThumbnailStage()

  private func fail(with error: DecodingError) async {
    let pipeline = stage.pipeline()
    stage.files.open(0, .failure(error))
    _ = await pipeline.end(of: stage.request("a"))
    await pipeline.finish()
  }

  /// The reason of a failure.
  private func reason(_ response: ImageResponse?) -> String? {
    guard case .failure(let error) = response else { return nil }
    return error.reason
  }

  @Test(arguments: [
    (DecodingError.refused(.notAnImage), true), (.refused(.truncated), true),
    (.refused(.damaged), true),
    (.refused(.tooManyPixels(PixelSize(width: 50_000, height: 50_000))), true),
    (.fileTooLarge(byteCount: 600_000_000), true), (.crashed(signal: 11), true),
    (.wrongAnswer, true), (.refused(.unsupported("HEIC")), false),
    (.tookTooLong(.seconds(5)), false),
    (.notAFile, false), (.refused(.unreadable(errno: 5)), false), (.refused(.outOfMemory), false),
    (.cancelled, false), (.decoderUnavailable, false), (.sandboxMissing(.files), false),
  ])
  func `only lasting failures are remembered after a restart`(
    error: DecodingError, isLasting: Bool
  ) async {
    await fail(with: error)
    let again = ThumbnailStage(after: stage)
    again.files.open(0, .success(.whole()))
    let end = await again.pipeline().end(of: stage.request("a"))
    #expect(reason(end) == (isLasting ? "\(error)" : nil))
    #expect(again.files.sources.isEmpty == isLasting)
  }

  @Test func `the log contains a failure's reason and its origin`() async {
    let told = Recorder<String>()
    for _ in 0..<2 {
      let pipeline = stage.pipeline(log: .recorded(by: told))
      if told.all.isEmpty { stage.files.open(0, .failure(.refused(.damaged))) }
      _ = await pipeline.end(of: stage.request("a"))
      await pipeline.finish()
    }
    let path = stage.folder.name("a")
    #expect(
      told.all == [
        "warning load \(path): damaged (file)", "warning load \(path): damaged (thumbnails)",
      ])
  }

  @Test func `a failed file that has changed is decoded again`() async {
    await fail(with: .refused(.damaged))
    stage.write("a", "a good photo")
    let again = ThumbnailStage(after: stage)
    again.files.open(0, .success(.whole()))
    #expect(await again.pipeline().tile(of: stage.request("a")) != nil)
  }

  @Test func `a stored failure is retried at once on request`() async {
    await fail(with: .refused(.damaged))
    let again = ThumbnailStage(after: stage)
    let pipeline = again.pipeline()
    #expect(reason(await pipeline.end(of: stage.request("a"))) == "damaged")
    pipeline.retryFailures()
    again.files.open(0, .success(.whole()))
    #expect(await pipeline.tile(of: stage.request("a")) != nil)
  }

  @Test func `retrying also drops failures that wait to be written`() async {
    let pipeline = stage.pipeline()
    let other = await pipeline.responses(for: stage.request("b"))
    await stage.files.begun(1)
    stage.files.open(1, .failure(.refused(.damaged)))
    _ = await pipeline.end(of: stage.request("a"))
    #expect(stage.access.writes.waitingCount == 1)
    pipeline.retryFailures()
    #expect(stage.access.writes.waitingCount == 0)
    stage.files.open(0, .failure(.cancelled))
    for await _ in other {}
  }

  @Test func `a private store forgets failures in memory and leaves them on disk`() async throws {
    await fail(with: .refused(.damaged))
    let hidden = ThumbnailStage(isPrivate: true)
    let photo = try #require(stage.photo("a"))
    let access = ThumbnailAccess(
      store: ThumbnailStore(
        place: ThumbnailPlace { [stage] _ in stage.folder.name("cache") }, version: "1",
        isPrivate: true, onNotice: { _ in }), workingFolder: [], decoder: hidden.thumbnails)
    let request = DecodingRequest(box: PixelSize(width: 40, height: 40))
    guard case .failure("damaged") = access.entry(of: photo, for: request) else {
      Issue.record("the failure is not known")
      return
    }
    access.forgetFailures()
    guard case .nothing = access.entry(of: photo, for: request) else {
      Issue.record("the failure is still known")
      return
    }
    #expect(stage.store.failure(of: photo) == "damaged")
  }
}
