import Base
import Glibc
import ImagePipeline
import Imaging
import Synchronization
import TestSupport
import Testing

@Suite("Deferred writing of thumbnails", .integration, .timeLimit(.minutes(30)))
struct ThumbnailWriteQueueTests {
  private let stage = ThumbnailStage()

  private func thumbnail(_ name: String) throws -> PendingThumbnail {
    let size = PixelSize(width: 4000, height: 3000)
    return PendingThumbnail(
      photo: try #require(stage.photo(name)),
      content: .thumbnail(
        Bitmap(size: PixelSize(width: 128, height: 96)), .normal,
        of: PictureInfo(size: size)))
  }

  @Test func `above the limit the oldest thumbnail is returned to be written at once`() throws {
    let queue = ThumbnailWriteQueue(
      store: stage.store, limit: 2 * 128 * 96 * 4, isLowPriority: true)
    queue.setLoading(true)
    let thumbnails = try ["a", "b", "c"].map(thumbnail)
    #expect(queue.add(thumbnails[0]).isEmpty)
    #expect(queue.add(thumbnails[1]).isEmpty)
    #expect(queue.add(thumbnails[2]).map(\.photo.uri) == [thumbnails[0].photo.uri])
    #expect(queue.waitingCount == 2)
  }

  @Test func `finish() writes all thumbnails even while photos are loaded`() async throws {
    let queue = ThumbnailWriteQueue(store: stage.store, isLowPriority: true)
    queue.setLoading(true)
    for name in ["a", "b", "c"] { _ = queue.add(try thumbnail(name)) }
    await queue.finish()
    #expect(["a", "b", "c"].map { stage.keptWidth($0) } == [4000, 4000, 4000])
    await queue.finish()
  }

  @Test func `finish() returns although waiting failures are dropped`() async throws {
    let queue = ThumbnailWriteQueue(store: stage.store, isLowPriority: true)
    queue.setLoading(true)
    let photo = try #require(stage.photo("a"))
    for _ in 0..<50 { _ = queue.add(PendingThumbnail(photo: photo, content: .failure("damaged"))) }
    async let end: Void = queue.finish()
    queue.forgetFailures()
    await end
    #expect(queue.waitingCount == 0)
  }

  @Test(arguments: [false, true])
  func `writing has low priority only if the queue has`(isLowPriority: Bool) async throws {
    let queue = ThumbnailWriteQueue(store: stage.store, isLowPriority: isLowPriority)
    let photo = WatchedPhoto(photo: try #require(stage.photo("a")))
    _ = queue.add(PendingThumbnail(photo: photo, content: .failure("damaged")))
    await queue.finish()
    let usual = getpriority(Int32(PRIO_PROCESS.rawValue), 0)
    #expect(photo.niceness.withLock { $0 } == (isLowPriority ? 19 : usual))
  }
}

/// A photo that records the niceness of the thread that writes its thumbnail or failure.
private final class WatchedPhoto: ThumbnailSubject {
  private let photo: PhotoFile
  let niceness = Mutex<Int32?>(nil)

  init(photo: PhotoFile) {
    self.photo = photo
  }

  var uri: PhotoURI { photo.uri }
  var addresses: [PhotoURI] { photo.addresses }
  var byteCount: Int { photo.byteCount }
  var modified: FileTime { photo.modified }
  var facts: [(ThumbnailText, String)] { photo.facts }
  var lastingFacts: [(ThumbnailText, String)] { photo.lastingFacts }

  var isUnchanged: Bool {
    niceness.withLock { $0 = getpriority(Int32(PRIO_PROCESS.rawValue), 0) }
    return photo.isUnchanged
  }

  func isThumbnail(in place: ThumbnailPlace) -> Bool { photo.isThumbnail(in: place) }
}
