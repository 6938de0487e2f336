import Base
import CatalogStage
import Catalogs
import Glibc
import TestSupport
import Testing

@Suite("Folders watched by the kernel", .integration, .timeLimit(.minutes(30)))
struct KernelFolderWatchTests {
  private let folder = TemporaryFolder()
  private let clock = ManualClock()

  private func follow(isRecursive: Bool = false) -> FollowedCatalog {
    FollowedCatalog(
      FolderCatalog(
        arguments: [folder.argument], isRecursive: isRecursive,
        following: FolderFollowing(clock: clock), demand: CatalogDemand(0)))
  }

  /// Lets time pass until a snapshot matches.
  private func next(
    of photos: inout FollowedCatalog, where isWanted: (CatalogSnapshot) -> Bool
  ) async -> CatalogSnapshot? {
    let passing = Task {
      while !Task.isCancelled {
        await clock.hasSleepers(1)
        clock.advance(by: .milliseconds(100))
        await Task.yield()
      }
    }
    defer { passing.cancel() }
    return await photos.next(where: isWanted)
  }

  @Test func `written, renamed and removed files are followed`() async {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { folder.file(name) }
    var photos = follow()
    let early = await photos.next()
    folder.file("d\n\u{1B}[2J.jpg")
    folder.file(named: [0xFF, 0xFE] + Array(".jpg".utf8))
    folder.remove("a.jpg")
    folder.rename("b.jpg", to: "e.jpg")
    _ = folder.write([1], as: "c.jpg")
    let c = early?.entry("c.jpg")?.photo
    let late = await next(of: &photos) {
      $0.photos.count == 4 && $0.entry("e.jpg") != nil && $0.entry("c.jpg")?.photo != c
    }
    #expect(
      Set(late?.photos.map(\.name.bytes) ?? []) == [
        Array("c.jpg".utf8), Array("d\n\u{1B}[2J.jpg".utf8), Array("e.jpg".utf8),
        [0xFF, 0xFE] + Array(".jpg".utf8),
      ])
    #expect(late?.entry("e.jpg")?.id == early?.entry("b.jpg")?.id)
    #expect(late?.entry("c.jpg")?.id == early?.entry("c.jpg")?.id)
  }

  @Test func `new subfolder trees and renamed folders are followed`() async {
    var photos = follow(isRecursive: true)
    _ = await photos.next()
    for name in ["x", "x/y", "x/y/z"] { folder.folder(name) }
    folder.file("x/y/z/1.jpg")
    _ = await next(of: &photos) { $0.names == ["1.jpg"] }
    folder.file("x/y/z/2.jpg")
    _ = await next(of: &photos) { $0.names == ["1.jpg", "2.jpg"] }
    folder.rename("x/y", to: "x/w")
    let renamed = await next(of: &photos) {
      $0.photos.last?.path == folder.entry("x/w/z/2.jpg")
    }
    #expect(renamed?.photos.count == 2)
    folder.file("x/w/3.jpg")
    _ = await next(of: &photos) { $0.names == ["3.jpg", "1.jpg", "2.jpg"] }
    folder.rename("x", to: ".x")
    _ = await next(of: &photos) { $0.photos.isEmpty }
  }

  @Test func `renaming the shown folder gives a notice`() async {
    folder.folder("f")
    folder.file("f/a.jpg")
    var photos = FollowedCatalog(
      FolderCatalog(
        arguments: [folder.entry("f")], isRecursive: false,
        following: FolderFollowing(clock: clock), demand: CatalogDemand(0)))
    _ = await photos.next()
    folder.rename("f", to: "g")
    folder.file("g/b.jpg")
    let late = await next(of: &photos) { !$0.notices.isEmpty }
    #expect(late?.names == ["a.jpg"])
    #expect(late?.notices.map(\.problem) == ["the folder has been moved or renamed"])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `after random changes the list equals a fresh listing of the folder`(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    for name in ["f", "g"] { folder.folder(name) }
    var photos = follow(isRecursive: true)
    _ = await photos.next()
    for _ in 0..<400 { happen(&random) }
    folder.file("zz-end.jpg")
    let whole = await FollowedCatalog.whole(
      FolderCatalog(arguments: [folder.argument], isRecursive: true))
    let late = await next(of: &photos) { snapshot in
      #expect(Set(snapshot.entries.map(\.id)).count == snapshot.entries.count)
      return snapshot.photos.map(\.path) == whole?.photos.map(\.path)
    }
    #expect(late?.entry("zz-end.jpg") != nil)
  }

  /// Does one of the usual changes to a file with one of a few names; it may fail.
  private func happen(_ random: inout SplitMix64) {
    func name() -> String {
      let folders = ["", "f/", "g/", "f/h/"]
      return folders[Int(random.next() % 4)] + "\(random.next() % 6).jpg"
    }
    switch random.next() % 8 {
    case 0, 1, 2:
      close(open(folder.name(name()), O_CREAT | O_WRONLY, 0o644))
    case 3, 4: unlink(folder.name(name()))
    case 5: Glibc.rename(folder.name(name()), folder.name(name()))
    case 6: symlink("none/missing", folder.name(name()))
    case 7 where random.next() % 2 == 0:
      // O_TMPFILE, a macro that is not imported.
      let file = open(folder.path, 0o20_000_000 | O_DIRECTORY | O_WRONLY, 0o644)
      linkat(AT_FDCWD, "/proc/self/fd/\(file)", AT_FDCWD, folder.name(name()), AT_SYMLINK_FOLLOW)
      close(file)
    default:
      if mkdir(folder.name("f/h"), 0o755) != 0 {
        Glibc.rename(folder.name("f/h"), folder.name("g/h"))
      }
    }
  }
}
