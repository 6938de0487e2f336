import ExpiringCache
import Glibc
import Imaging
import TestSupport
import Testing

@testable import ImagePipeline

@Suite("Concurrent and interrupted writers", .integration, .timeLimit(.minutes(30)))
struct ConcurrencyTests {
  @Test func `concurrent writers and readers see only complete thumbnails`() async throws {
    let stage = Stage()
    let photo = stage.photo()
    stage.store().keepSample(photo)
    await withTaskGroup { group in
      for seed in 0..<3 {
        group.addTask {
          let store = stage.store()
          for _ in 0..<30 { #expect(store.keepSample(photo, seed: seed)) }
        }
      }
      group.addTask {
        let store = stage.store()
        for _ in 0..<300 { #expect(store.found(photo) != nil) }
      }
    }
    #expect(stage.notices.all.isEmpty)
    #expect(
      try Tool.output(of: ["ls", "-A", "\(stage.thumbnails)/normal"])
        == "\(photo.uri.thumbnailName)\n")
  }

  @Test func `concurrent processes write complete thumbnails`() async {
    let stage = Stage()
    let folder = stage.folder.path
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(processExitsWith: .success) { [folder = folder as String] in
            let writer = try #require(Writer(folder: folder))
            for seed in 0..<20 {
              #expect(writer.store.keepSample(writer.photo, seed: seed))
              #expect(writer.store.found(writer.photo) != nil)
            }
          }
        }
      }
    }
    let found = stage.store().verify()
    #expect((found.whole.count, found.broken.count) == (1, 0))
  }

  /// The first of the moments is before anything is written.
  @Test(arguments: 0..<8)
  func `a killed writer leaves a complete thumbnail or none`(moment: Int) async throws {
    let stage = Stage()
    let folder = stage.folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder as String, moment = moment as Int] in
      let writer = try #require(Writer(folder: folder))
      let bytes = Writer.encoded(writer.photo)
      let killer = pthread_t.starting {
        // No clock: the moment is reached when the other thread has counted so far.
        for _ in 0..<moment * 5_000 { _ = getppid() }
        kill(getpid(), SIGKILL)
      }
      // Only what touches the disk, so that the end comes in the middle of it.
      while killer { _ = writer.store.write(writer.photo, to: .size(.large)) { bytes } }
    }
    let store = stage.store()
    let found = store.verify()
    #expect((found.broken.count, found.unknown.count) == (0, 0))
    #expect(found.whole.count == (store.found(stage.photo(), 200, 150) == nil ? 0 : 1))
  }

  @Test(arguments: [0, 1, 500, 4096, 20_000], [false, true])
  func `a writer that dies after some bytes leaves the previous thumbnail`(
    byteCount: Int, hasOld: Bool
  ) async throws {
    let stage = Stage()
    if hasOld { stage.store().keepSample(stage.photo(), as: .large, seed: 1) }
    let old = Stage.bytes(of: stage.path(.large))
    let folder = stage.folder.path
    await #expect(processExitsWith: .signal(SIGXFSZ)) {
      [folder = folder as String, byteCount = byteCount as Int] in
      let writer = try #require(Writer(folder: folder))
      // The limit lets so many bytes through; its signal, which the store ignores, is the killer.
      var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t(byteCount))
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
      signal(SIGXFSZ, SIG_DFL)
      Stage.unblockSignals()
      writer.store.keepSample(writer.photo, as: .large, seed: 2)
    }
    #expect(Stage.bytes(of: stage.path(.large)) == old)
    let left = try Tool.output(
      of: ["find", stage.thumbnails, "-name", ".photocell-*.tmp", "-printf", "%s\n"])
    #expect(left == "\(byteCount)\n")
    #expect((stage.store().found(stage.photo(), 200, 150) == old) == hasOld)
    #expect(stage.store().verify().whole.count == (hasOld ? 1 : 0))
  }

  @Test func `temporary files of killed writers are removed once they are old`() throws {
    let stage = Stage()
    stage.store().keepSample(stage.photo())
    let (old, new) = (".photocell-1-a.tmp", ".photocell-1-b.tmp")
    for name in [old, new, "foreign.tmp"] { stage.folder.file("cache/thumbnails/normal/\(name)") }
    let past = timespec(tv_sec: time(nil) - 3700, tv_nsec: 0)
    for name in [old, "foreign.tmp"] {
      utimensat(AT_FDCWD, "\(stage.thumbnails)/normal/\(name)", [past, past], 0)
    }
    stage.store().keepSample(stage.photo())
    #expect(!Stage.exists("\(stage.thumbnails)/normal/\(old)"))
    #expect(Stage.exists("\(stage.thumbnails)/normal/\(new)"))
    #expect(Stage.exists("\(stage.thumbnails)/normal/foreign.tmp"))
  }
}

/// A store in a process of its own, on the folder of a stage.
struct Writer {
  let store: ThumbnailStore
  let photo: PhotoFile

  init?(folder: String) {
    let place = ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? "\(folder)/cache" : nil }
    store = ThumbnailStore(place: place, version: "1.0") { _ in }
    guard let photo = PhotoFile(path: Array("\(folder)/photos/a.jpg".utf8), workingFolder: [])
    else { return nil }
    self.photo = photo
  }

  /// A thumbnail of a photo, of its large class.
  static func encoded(_ photo: PhotoFile) -> [UInt8]? {
    PNGWriter.encode(.sample(256, 192), ThumbnailTexts(photo))
  }
}

extension pthread_t {
  /// Starts a thread; returns whether it did.
  static func starting(_ work: @escaping @Sendable () -> Void) -> Bool {
    let held = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    return pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, held.toOpaque()) == 0
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}
