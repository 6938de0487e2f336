import ExpiringCache
import Glibc
import ImagePipeline
import TestSupport
import Testing

@Suite("Cache folders that cannot be used", .integration, .timeLimit(.minutes(30)))
struct FolderTroubleTests {
  static let isRoot = geteuid() == 0

  private func place(_ variables: [String: String]) -> ThumbnailPlace {
    ThumbnailPlace { variables[$0] }
  }

  @Test(arguments: [
    (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/thumbnails"),
    (["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/thumbnails"),
    (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/thumbnails"),
    (["HOME": "/h"], "/h/.cache/thumbnails"),
    (["HOME": "h"], nil),
    ([:], nil),
  ])
  func `the cache folder follows XDG_CACHE_HOME, then HOME`(
    variables: [String: String], path: String?
  ) {
    #expect(place(variables).root == path.map { Array($0.utf8) })
  }

  /// Stores twice in a folder that cannot be used.
  private func expectNotice(_ error: ThumbnailError, _ stage: Stage, _ store: ThumbnailStore) {
    #expect(store.isWriting)
    #expect(!store.keepSample(stage.photo()))
    #expect(!store.isWriting)
    #expect(!store.keepFailure(of: stage.photo(), reason: "damaged"))
    #expect(stage.notices.all == [error])
    #expect(store.found(stage.photo()) == nil)
  }

  @Test func `without a home folder there is one notice and nothing is stored`() {
    let stage = Stage()
    let store = ThumbnailStore(place: place([:]), version: "1", onNotice: stage.notices.add)
    expectNotice(.noFolder, stage, store)
    #expect(store.clear() == CacheUsage())
    #expect(store.prune(now: 0) == CacheUsage())
  }

  @Test(arguments: ["cache", "cache/thumbnails", "cache/thumbnails/normal"])
  func `a file at the path of a folder ends writing`(name: String) {
    let stage = Stage()
    rmdir(stage.folder.name("cache"))
    if name != "cache" { stage.folder.folder("cache") }
    if name.hasSuffix("normal") { stage.folder.folder("cache/thumbnails") }
    stage.folder.file(name)
    expectNotice(.notAFolder, stage, stage.store())
  }

  @Test func `a folder that cannot be created ends writing`() {
    let stage = Stage()
    let error = ThumbnailError.failed(errno: ENOENT)
    expectNotice(error, stage, stage.store(cache: "/proc/self/none"))
    #expect(error.description == "thumbnails are not cached: no such file")
  }

  @Test func `a deleted cache folder is created again`() throws {
    let stage = Stage()
    let store = stage.store()
    store.keepSample(stage.photo())
    _ = try Tool.output(of: ["rm", "-r", stage.folder.name("cache")])
    #expect(store.found(stage.photo()) == nil)
    #expect(store.keepSample(stage.photo()))
    #expect(store.found(stage.photo()) != nil)
  }

  @Test func `the user's own links to folders are followed`() {
    let stage = Stage()
    stage.folder.folder("disk")
    stage.folder.folder("disk/normal")
    stage.folder.link("cache/thumbnails", to: stage.folder.name("disk"))
    stage.folder.folder("other")
    stage.folder.link("disk/large", to: stage.folder.name("other"))
    for size in [ThumbnailSize.normal, .large] {
      #expect(stage.store().keepSample(stage.photo(), as: size))
    }
    #expect(stage.store().size(stage.photo(), 200, 200) == .large)
    #expect(Stage.exists(stage.folder.name("other/\(stage.photo().uri.thumbnailName)")))
  }

  @Test(
    .enabled(if: isRoot, "only root can give folders away"),
    arguments: [
      "cache", "cache/thumbnails", "cache/thumbnails/normal",
    ])
  func `nothing is written into another user's folder`(name: String) {
    let stage = Stage()
    stage.store().keepSample(stage.photo())
    unlink(stage.path())
    chown(stage.folder.name(name), 65_534, 65_534)
    expectNotice(.foreignFolder, stage, stage.store())
    #expect(!Stage.exists(stage.path()))
  }

  @Test(.enabled(if: isRoot, "only root can give links away"))
  func `another user's link is not followed`() {
    let stage = Stage()
    stage.folder.folder("cache/thumbnails")
    stage.folder.folder("elsewhere")
    stage.folder.link("cache/thumbnails/normal", to: stage.folder.name("elsewhere"))
    lchown(stage.folder.name("cache/thumbnails/normal"), 65_534, 65_534)
    expectNotice(.foreignFolder, stage, stage.store())
  }

  @Test(.enabled(if: isRoot, "only root can give a home away"))
  func `no cache folder is created in another user's home`() {
    let stage = Stage()
    stage.folder.folder("home")
    chown(stage.folder.name("home"), 65_534, 65_534)
    let store = ThumbnailStore(
      place: place(["HOME": stage.folder.name("home")]), version: "1",
      onNotice: stage.notices.add)
    expectNotice(.foreignFolder, stage, store)
    #expect(!Stage.exists(stage.folder.name("home/.cache")))
  }

  @Test(.enabled(if: isRoot, "only root can become another user"))
  func `a folder without permission ends writing, root's writable one does not`() async {
    await #expect(processExitsWith: .success) {
      let stage = Stage()
      for name in ["", "photos", "photos/a.jpg", "cache"] {
        chown(stage.folder.name(name), 65_534, 65_534)
      }
      stage.folder.folder("all")
      chmod(stage.folder.name("all"), 0o1777)
      try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      #expect(stage.store().keepSample(stage.photo()))
      chmod("\(stage.thumbnails)/normal", 0o500)
      let store = stage.store()
      #expect(store.found(stage.photo()) != nil)
      #expect(!store.keepSample(stage.photo()))
      #expect(stage.notices.all == [.accessDenied])
      chmod("\(stage.thumbnails)/normal", 0o700)
      chmod(stage.thumbnails, 0o500)
      #expect(!stage.store().keepSample(stage.photo(), as: .large))
      chmod(stage.thumbnails, 0o700)
      #expect(stage.notices.all == [.accessDenied, .accessDenied])
      #expect(stage.store(cache: stage.folder.name("all")).keepSample(stage.photo()))
      #expect(stage.store(cache: stage.folder.name("all/new")).keepSample(stage.photo()))
    }
  }

  @Test func `a limit on the size of files ends writing, not the process`() async {
    await #expect(processExitsWith: .success) {
      Stage.unblockSignals()
      let stage = Stage()
      let store = stage.store()
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      try #require(setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit) == 0)
      #expect(!store.keepSample(stage.photo()))
      #expect(stage.notices.all == [.fileTooLarge])
      #expect(try Tool.output(of: ["find", stage.thumbnails, "-type", "f"]) == "")
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "mounting needs root and the right to it"))
  func `a full disk ends writing and leaves no partial file`() async {
    await #expect(processExitsWith: .success) {
      let stage = Stage()
      try #require(SmallDisk.mount(at: stage.folder.name("cache"), options: "size=256k"))
      defer { SmallDisk.unmount(stage.folder.name("cache")) }
      let store = stage.store()
      var kept = 0
      for index in 0..<100 where store.isWriting {
        stage.addPhoto("\(index).jpg")
        if store.keepSample(stage.photo("\(index).jpg")) { kept += 1 }
      }
      #expect(kept > 0)
      #expect(stage.notices.all == [.full])
      let found = store.verify()
      #expect((found.whole.count, found.broken.count, found.unknown.count) == (kept, 0, 0))
      #expect(try Tool.output(of: ["find", stage.thumbnails, "-name", "*.tmp"]) == "")
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "mounting needs root and the right to it"))
  func `a read-only disk ends writing but its thumbnails are found`() async {
    await #expect(processExitsWith: .success) {
      let stage = Stage()
      let cache = stage.folder.name("cache")
      try #require(SmallDisk.mount(at: cache, options: "size=1m"))
      defer { SmallDisk.unmount(cache) }
      stage.store().keepSample(stage.photo())
      try #require(SmallDisk.makeReadOnly(cache))
      let store = stage.store()
      #expect(store.found(stage.photo()) != nil)
      #expect(!store.keepSample(stage.photo(), as: .large))
      #expect(stage.notices.all == [.readOnly])
    }
  }
}
