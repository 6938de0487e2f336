import Base
import ExpiringCache
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Thumbnails of files on servers")
struct ServedFileTests {
  private let stage = Stage()

  /// A file as its listing describes it; other than this in one thing, or in none.
  private static func file(
    place: String = "s3://bucket/2024/\u{E4} 1.jpg", byteCount: Int? = 4_000_000,
    modified: Int? = 1_700_000_000, entityTag: String? = "abc-2"
  ) throws -> ServedPhotoFile {
    try #require(
      ServedPhotoFile(
        place: ByteString(place), byteCount: byteCount, modified: modified, entityTag: entityTag))
  }

  private func keep(_ file: ServedPhotoFile, in store: ThumbnailStore) -> Bool {
    store.keep(
      .sample(256, 192), as: .large, of: file,
      info: PictureInfo(size: PixelSize(width: 4000, height: 3000), format: .jpeg))
  }

  private func isFound(_ file: ServedPhotoFile) -> Bool {
    stage.store().thumbnail(of: file, filling: PixelSize(width: 200, height: 200)) != nil
  }

  @Test func `a thumbnail is found only for the listed version`() throws {
    #expect(keep(try Self.file(), in: stage.store()))
    #expect(isFound(try Self.file()))
    #expect(!isFound(try Self.file(place: "s3://bucket/2024/b.jpg")))
    #expect(!isFound(try Self.file(byteCount: 4_000_001)))
    #expect(!isFound(try Self.file(modified: 1_700_000_001)))
    #expect(!isFound(try Self.file(entityTag: "abc-3")))
  }

  @Test func `a thumbnail records the size of the photo and of its file`() throws {
    let file = try Self.file()
    #expect(keep(file, in: stage.store()))
    let info = stage.store().thumbnail(of: file, filling: PixelSize(width: 200, height: 200))?.info
    #expect(info?.size == PixelSize(width: 4000, height: 3000))
    #expect(info?.byteCount == 4_000_000)
    #expect(info?.format == .jpeg)
  }

  @Test func `a thumbnail needs the file's size and time, but no entity tag`() throws {
    for (byteCount, modified) in [(nil, 1_700_000_000), (4_000_000, nil)] as [(Int?, Int?)] {
      #expect(
        ServedPhotoFile(
          place: ByteString("s3://bucket/a.jpg"), byteCount: byteCount, modified: modified,
          entityTag: "abc-2")
          == nil)
    }
    #expect(keep(try Self.file(entityTag: nil), in: stage.store()))
    #expect(isFound(try Self.file(entityTag: nil)))
  }

  @Test func `a failure is remembered only for the listed version`() throws {
    stage.store().keepFailure(of: try Self.file(), reason: "damaged")
    #expect(stage.store().failure(of: try Self.file()) == "damaged")
    #expect(stage.store().failure(of: try Self.file(entityTag: "abc-3")) == nil)
  }

  @Test func `a thumbnail unused for more than 30 days is pruned`() throws {
    let file = try Self.file()
    #expect(keep(file, in: stage.store()))
    let path = "\(stage.thumbnails)/large/\(file.uri.thumbnailName)"
    let (now, day) = (1_800_000_000, 86_400)
    let used = timespec(tv_sec: now - 30 * day, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, path, [used, used], 0) == 0)
    #expect(stage.store().prune(now: now).count == 0)
    #expect(stage.store().verify().whole.count == 1)
    #expect(stage.store().prune(now: now + 1).count == 1)
    #expect(!Stage.exists(path))
  }
}
