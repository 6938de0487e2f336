import Catalogs
import Glibc
import ImagePipeline
import Imaging
import PictureSamples
import TestSupport
import Testing

/// Counts how often a file is opened by its path, by any process (inotify(7)).
private final class OpenCounter {
  private let descriptor: Int32

  init?(_ path: String) {
    descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else {
      return nil
    }
  }

  deinit { close(descriptor) }

  /// How often the file has been opened since the last call.
  func count() -> Int {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = read(descriptor, &buffer, buffer.count)
    return max(0, length) / MemoryLayout<inotify_event>.size
  }
}

@Suite("How often a photo's file is opened", .integration, .timeLimit(.minutes(30)))
struct OpenCountTests {
  private let folder = TemporaryFolder()
  private let client = DecoderClient(programs: .installed())
  private let request = DecodingRequest(box: PixelSize(width: 120, height: 120))

  private func loader(keepingThumbnails: Bool) -> FileBitmapLoader {
    let cache = folder.name("cache")
    let store = ThumbnailStore(
      place: ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? cache : nil }, version: "1",
      onNotice: { _ in })
    let access = ThumbnailAccess(
      store: store, workingFolder: Array(folder.path.utf8), decoder: client)
    return FileBitmapLoader(
      decoder: client, thumbnails: keepingThumbnails ? access : nil)
  }

  @Test(arguments: [false, true])
  func `a photo's file is opened once per load, with and without thumbnails`(
    keepingThumbnails: Bool
  )
    async throws
  {
    let fields = SamplePictures.fields(PixelSize(width: 400, height: 300))
    let path = folder.write(SampleJPEG.encode(fields), as: "a.jpg")
    let opens = try #require(OpenCounter(path))
    for origin in [Provenance.Origin.file, keepingThumbnails ? .thumbnail : .file] {
      let loader = loader(keepingThumbnails: keepingThumbnails)
      let photo = Photo(path: folder.entry("a.jpg"))
      let picture = try await loader.bitmap(of: photo, for: request) { _ in }
      #expect(picture.origin == origin && picture.isStable)
      await loader.finish()
      #expect(opens.count() == 1)
    }
  }

  @Test func `a file that is not an image is opened once per load`() async throws {
    let path = folder.write(Array("<html>".utf8), as: "a.jpg")
    utimensat(AT_FDCWD, path, [timespec(), timespec()], 0)
    let opens = try #require(OpenCounter(path))
    let loader = loader(keepingThumbnails: true)
    for _ in 0..<2 {
      await #expect(throws: ImageError.Cause.self) {
        try await loader.bitmap(of: Photo(path: folder.entry("a.jpg")), for: request) { _ in }
      }
      #expect(opens.count() == 1)
    }
    await loader.finish()
  }
}
