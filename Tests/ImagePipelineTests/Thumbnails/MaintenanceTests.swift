import Base
import ExpiringCache
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Maintenance of thumbnails") struct MaintenanceTests {
  private static let now = 1_800_000_000

  /// A stage with thumbnails of three photos, one of them of another program, and a failure.
  private func stage() -> Stage {
    let stage = Stage()
    for name in ["b.jpg", "c.jpg"] { stage.addPhoto(name) }
    for name in ["a.jpg", "b.jpg", "c.jpg"] { stage.store().keepSample(stage.photo(name)) }
    stage.store().keepFailure(of: stage.photo(), reason: "damaged")
    let others = PNGParts(Stage.bytes(of: stage.path(of: "c.jpg"))).chunks.filter {
      !$0.starts(with: $0.prefix(4) + Array("tEXtSoftware".utf8))
    }
    Stage.write(
      PNGParts(chunks: others).inserting([PNGParts.text("Software", "KDE")], count: 1),
      to: stage.path(of: "c.jpg"))
    return stage
  }

  private func byteCount(_ paths: String...) -> Int {
    paths.reduce(0) { $0 + Stage.bytes(of: $1).count }
  }

  private func own(_ stage: Stage) -> CacheUsage {
    CacheUsage(cost: byteCount(stage.path(of: "a.jpg"), stage.path(of: "b.jpg")), count: 2)
  }

  @Test func `statistics distinguish own thumbnails from those of other programs`() {
    let stage = stage()
    stage.folder.file("cache/thumbnails/normal/readme.txt")
    stage.folder.file("cache/thumbnails/normal/\(String(repeating: "0", count: 32)).png")
    let statistics = stage.store().statistics()
    #expect(statistics.own == [.normal: own(stage)])
    #expect(
      statistics.foreign == [
        .normal: CacheUsage(cost: byteCount(stage.path(of: "c.jpg")), count: 2)
      ])
    #expect(statistics.failures == CacheUsage(cost: byteCount(stage.failurePath()), count: 1))
  }

  @Test func `a large thumbnail file is recognised as own`() {
    let stage = Stage()
    var generator = SplitMix64(seed: 5)
    let bytes = (0..<256 * 192 * 4).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    stage.store().keep(
      Bitmap(size: PixelSize(width: 256, height: 192), bytes: bytes), as: .large,
      of: stage.photo(), info: PictureInfo(size: PixelSize(width: 4000, height: 3000)))
    let amount = CacheUsage(cost: byteCount(stage.path(.large)), count: 1)
    #expect(amount.cost > 100_000)
    #expect(stage.store().statistics().own == [.large: amount])
    #expect(stage.store().verify().whole == amount)
  }

  @Test func `an empty cache has no thumbnails`() {
    let stage = Stage()
    #expect(stage.store().statistics().own.isEmpty)
    #expect(stage.store().verify().whole == CacheUsage())
    #expect(stage.store().clear() == CacheUsage())
    #expect(!Stage.exists(stage.thumbnails))
  }

  @Test func `clearing removes own thumbnails and failures of all versions, nothing else`() {
    let stage = stage()
    stage.store(version: "0.9").keepFailure(of: stage.photo(), reason: "damaged")
    stage.folder.file("cache/thumbnails/normal/readme.txt")
    #expect(stage.store().clear().count == 4)
    for path in [stage.path(of: "a.jpg"), stage.path(of: "b.jpg"), stage.failurePath()] {
      #expect(!Stage.exists(path))
    }
    #expect(Stage.exists(stage.path(of: "c.jpg")))
    #expect(Stage.exists("\(stage.thumbnails)/normal/readme.txt"))
  }

  @Test func `pruning preserves valid thumbnails`() {
    let stage = stage()
    #expect(stage.store().prune(now: Self.now) == CacheUsage())
    #expect(stage.store().verify().whole.count == 3)
  }

  @Test func `pruning removes own thumbnails of missing and changed photos`() {
    let stage = stage()
    let (gone, changed) = (stage.path(of: "a.jpg"), stage.path(of: "b.jpg"))
    let foreign = stage.path(of: "c.jpg")
    stage.addPhoto("b.jpg", bytes: [1])
    for name in ["a.jpg", "c.jpg"] { unlink(stage.folder.name("photos/\(name)")) }
    #expect(stage.store().prune(now: Self.now).count == 3)
    #expect(!Stage.exists(gone) && !Stage.exists(changed))
    #expect(Stage.exists(foreign))
  }

  @Test func `thumbnails of photos in a missing folder are preserved for 30 days`() {
    let stage = stage()
    let path = stage.path(of: "a.jpg")
    rename(stage.folder.name("photos"), stage.folder.name("away"))
    let used = timespec(tv_sec: Self.now - 30 * 86_400, tv_nsec: 0)
    let long = timespec(tv_sec: Self.now - 60 * 86_400, tv_nsec: 0)
    utimensat(AT_FDCWD, path, [used, long], 0)
    stage.store().prune(now: Self.now)
    #expect(Stage.exists(path))
    stage.store().prune(now: Self.now + 1)
    #expect(!Stage.exists(path))
  }

  @Test func `pruning removes the failures of other versions, and their folder`() {
    let stage = stage()
    stage.store(version: "0.9").keepFailure(of: stage.photo(), reason: "damaged")
    #expect(stage.store().prune(now: Self.now).count == 1)
    #expect(!Stage.exists("\(stage.thumbnails)/fail/photocell-0.9"))
    #expect(stage.store().failure(of: stage.photo()) == "damaged")
  }

  @Test func `verifying removes own broken thumbnails only`() {
    let stage = stage()
    var bytes = Stage.bytes(of: stage.path(of: "a.jpg"))
    bytes[bytes.count - 20] ^= 1
    Stage.write(bytes, to: stage.path(of: "a.jpg"))
    var foreign = Stage.bytes(of: stage.path(of: "c.jpg"))
    foreign[foreign.count - 200] ^= 1
    Stage.write(foreign, to: stage.path(of: "c.jpg"))
    let unknown = "\(stage.thumbnails)/normal/\(String(repeating: "0", count: 32)).png"
    Stage.write([1, 2, 3], to: unknown)
    let found = stage.store().verify()
    #expect((found.whole.count, found.broken.count, found.unknown.count) == (2, 1, 1))
    #expect(!Stage.exists(stage.path(of: "a.jpg")))
    #expect(Stage.exists(stage.path(of: "c.jpg")))
    #expect(Stage.exists(unknown))
  }

  @Test func `an own thumbnail under a wrong name is broken`() {
    let stage = stage()
    let wrong = "\(stage.thumbnails)/normal/\(String(repeating: "0", count: 32)).png"
    rename(stage.path(of: "a.jpg"), wrong)
    #expect(stage.store().verify().broken.count == 1)
    #expect(!Stage.exists(wrong))
  }
}
