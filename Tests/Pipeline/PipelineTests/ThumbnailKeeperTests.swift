import Imaging
import TestSupport
import Testing
import Thumbnails

@testable import Pipeline

@Suite("Writing when there is time", .demanding, .timeLimit(.minutes(5)))
struct ThumbnailKeeperTests {
  private let stage = ThumbnailStage()

  private func keepsake(_ name: String) throws -> Keepsake {
    let size = PixelSize(width: 4000, height: 3000)
    return Keepsake(
      photo: try #require(stage.photo(name)),
      content: .thumbnail(
        Bitmap(size: PixelSize(width: 128, height: 96)), .normal,
        of: PictureInfo(size: size)))
  }

  @Test func `of what is too much the oldest is handed back, to be written at once`() throws {
    let keeper = ThumbnailKeeper(store: stage.store, limit: 2 * 128 * 96 * 4)
    keeper.setLoading(true)
    let keepsakes = try ["a", "b", "c"].map(keepsake)
    #expect(keeper.add(keepsakes[0]).isEmpty)
    #expect(keeper.add(keepsakes[1]).isEmpty)
    #expect(keeper.add(keepsakes[2]).map(\.photo) == [keepsakes[0].photo])
    #expect(keeper.waitingCount == 2)
  }

  @Test func `to finish is to write, whether anything is loaded or not`() async throws {
    let keeper = ThumbnailKeeper(store: stage.store)
    keeper.setLoading(true)
    for name in ["a", "b", "c"] { _ = keeper.add(try keepsake(name)) }
    await keeper.finish()
    #expect(["a", "b", "c"].map { stage.keptWidth($0) } == [4000, 4000, 4000])
    await keeper.finish()
  }

  @Test func `who waits for the end hears of it although what waited is dropped`() async throws {
    let keeper = ThumbnailKeeper(store: stage.store)
    keeper.setLoading(true)
    let photo = try #require(stage.photo("a"))
    for _ in 0..<50 { _ = keeper.add(Keepsake(photo: photo, content: .failure("damaged"))) }
    async let end: Void = keeper.finish()
    keeper.forgetFailures()
    await end
    #expect(keeper.waitingCount == 0)
  }
}
