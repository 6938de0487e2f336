import ExpiringCache
import Glibc
import Imaging
import TestSupport
import Testing

@testable import HTTP
@testable import ImagePipeline
@testable import Storage

/// The disk tiers in a temporary folder.
@Suite("Disk tiers")
struct DiskTierTests {
  private let folder = TemporaryFolder()

  init() {
    folder.folder("photos")
  }

  private func thumbnailTier() -> ThumbnailDiskTier {
    let place = ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? folder.name("cache") : nil }
    let store = ThumbnailStore(place: place, version: "1.0", onNotice: { _ in })
    return ThumbnailDiskTier(store: store, folder: folder.name("cache/thumbnails"))
  }

  private func responseTier(budget: Int = 1_000_000) -> DatabaseTier<ResponseCache> {
    let path = folder.name("cache/photocell")
    return DatabaseTier(
      .responses, of: ResponseCache(folder: path, budget: budget), in: path, budget: budget)
  }

  private func keepThumbnail(_ name: String) throws {
    let path = folder.write([1, 2, 3], as: "photos/\(name)")
    let photo = try #require(PhotoFile(path: Array(path.utf8), workingFolder: []))
    let bytes = [UInt8](repeating: 200, count: 128 * 96 * 4)
    let bitmap = Bitmap(size: PixelSize(width: 128, height: 96), bytes: bytes)
    let kept = thumbnailTier().store.keep(
      bitmap, as: .normal, of: photo, info: PictureInfo(size: PixelSize(width: 4000, height: 3000)))
    #expect(kept)
  }

  private func keepResponse(_ name: String, byteCount: Int = 1_000) async throws {
    await responseTier().cache.store(
      StoredResponse(
        key: CacheKey(text: "GET http://a.org/\(name)"), status: 200, headers: HTTPHeaders(),
        selection: Selection(lines: []), requestedAt: 1, receivedAt: 2, isPeerPrivate: false,
        body: .bytes([UInt8](repeating: 7, count: byteCount))))
  }

  @Test func `an absent tier reports nothing and creates no folder`() async {
    for tier in [thumbnailTier(), responseTier()] as [any DiskTier] {
      let figures = await tier.figures()
      #expect(figures.total.usage == CacheUsage(cost: 0, count: 0))
      #expect(figures.total.trouble == nil && figures.parts.isEmpty)
      #expect(figures.condition == .absent)
      #expect(await tier.clear() == TierUsage())
      #expect(await tier.prune() == TierUsage())
      #expect(await tier.verify() == TierCheck())
    }
    #expect(access(folder.name("cache"), F_OK) != 0)
  }

  @Test func `thumbnails are counted, pruned and cleared`() async throws {
    try keepThumbnail("a.jpg")
    try keepThumbnail("b.jpg")
    let figures = await thumbnailTier().figures()
    #expect(figures.total.usage.count == 2 && figures.total.usage.cost > 0)
    #expect(figures.parts == [.init(name: "ours, normal", usage: figures.total.usage)])
    #expect(await thumbnailTier().verify() == TierCheck(checked: 2))
    unlink(folder.name("photos/a.jpg"))
    #expect(await thumbnailTier().prune().usage.count == 1)
    #expect(await thumbnailTier().clear().usage.count == 1)
    #expect(await thumbnailTier().figures().total.usage.count == 0)
  }

  @Test func `responses are counted, pruned to the budget and cleared`() async throws {
    for number in 0..<30 { try await keepResponse("\(number)") }
    let figures = await responseTier().figures()
    #expect(figures.total.usage.count == 30 && figures.total.usage.cost > 30_000)
    #expect(figures.total.budget == 1_000_000)
    #expect(await responseTier().verify() == TierCheck(checked: 30))
    #expect(await responseTier(budget: 20_000).prune().usage.count > 0)
    let left = await responseTier().figures().total.usage
    #expect(left.count > 0 && left.cost <= 20_000)
    #expect(await responseTier().clear() == TierUsage(left))
    #expect(await responseTier().figures().total.usage == CacheUsage(cost: 0, count: 0))
  }

  @Test func `verify() reports an invalid database once`() async {
    folder.folder("cache")
    folder.folder("cache/photocell")
    _ = folder.write([UInt8](repeating: 7, count: 5_000), as: "cache/photocell/responses.sqlite")
    #expect(await responseTier().verify() == TierCheck(broken: 1))
    #expect(await responseTier().verify() == TierCheck())
  }

  @Test func `DiskTierKeeper runs the requests of a tier in order`() async throws {
    try keepThumbnail("a.jpg")
    try await keepResponse("a")
    let keeper = DiskTierKeeper([thumbnailTier(), responseTier()])
    for tier in [StorageTier.thumbnails, .responses] {
      let (answers, heard) = AsyncStream.makeStream(of: Int.self)
      keeper.measure(tier) { heard.yield($0.usage.count) }
      keeper.clear(tier) { heard.yield($0.usage.count) }
      keeper.measure(tier) {
        heard.yield($0.usage.count)
        heard.finish()
      }
      #expect(await answers.reduce(into: []) { $0.append($1) } == [1, 1, 0])
    }
  }

  @Test func `a file in place of the folder is reported as not a folder`() async {
    folder.folder("cache")
    for name in ["thumbnails", "photocell"] { folder.file("cache/\(name)") }
    for tier in [thumbnailTier(), responseTier()] as [any DiskTier] {
      #expect(await tier.figures().total.trouble == "not a folder")
      #expect(await tier.clear().trouble == "not a folder")
      #expect(await tier.prune().trouble == "not a folder")
      #expect(await tier.verify().trouble == "not a folder")
    }
  }
}
