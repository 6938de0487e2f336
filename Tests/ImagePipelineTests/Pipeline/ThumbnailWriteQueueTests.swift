import Base
import Glibc
@testable import ImagePipeline
import Imaging
import Synchronization
import TestSupport
import Testing

@Suite("Writing when there is time", .integration, .timeLimit(.minutes(10)))
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

  @Test func `of what is too much the oldest is handed back, to be written at once`() throws {
    let queue = ThumbnailWriteQueue(store: stage.store, limit: 2 * 128 * 96 * 4, givesWay: true)
    queue.setLoading(true)
    let thumbnails = try ["a", "b", "c"].map(thumbnail)
    #expect(queue.add(thumbnails[0]).isEmpty)
    #expect(queue.add(thumbnails[1]).isEmpty)
    #expect(queue.add(thumbnails[2]).map(\.photo.uri) == [thumbnails[0].photo.uri])
    #expect(queue.waitingCount == 2)
  }

  @Test func `to finish is to write, whether anything is loaded or not`() async throws {
    let queue = ThumbnailWriteQueue(store: stage.store, givesWay: true)
    queue.setLoading(true)
    for name in ["a", "b", "c"] { _ = queue.add(try thumbnail(name)) }
    await queue.finish()
    #expect(["a", "b", "c"].map { stage.keptWidth($0) } == [4000, 4000, 4000])
    await queue.finish()
  }

  @Test func `who waits for the end hears of it although what waited is dropped`() async throws {
    let queue = ThumbnailWriteQueue(store: stage.store, givesWay: true)
    queue.setLoading(true)
    let photo = try #require(stage.photo("a"))
    for _ in 0..<50 { _ = queue.add(PendingThumbnail(photo: photo, content: .failure("damaged"))) }
    async let end: Void = queue.finish()
    queue.forgetFailures()
    await end
    #expect(queue.waitingCount == 0)
  }

  @Test(arguments: [false, true])
  func `it gives way to other programs only where nobody waits for it`(givesWay: Bool) async throws
  {
    let queue = ThumbnailWriteQueue(store: stage.store, givesWay: givesWay)
    let photo = WatchedPhoto(photo: try #require(stage.photo("a")))
    _ = queue.add(PendingThumbnail(photo: photo, content: .failure("damaged")))
    await queue.finish()
    let usual = getpriority(Int32(PRIO_PROCESS.rawValue), 0)
    #expect(photo.niceness.withLock { $0 } == (givesWay ? 19 : usual))
  }
}

/// A photo that notes the niceness of the thread that writes what is known of it.
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
