import Base
import CatalogStage
import Catalogs
import Glibc
import TestSupport
import Testing

@Suite("Followed folders", .integration, .timeLimit(.minutes(30)))
struct LiveFolderTests {
  @Test func `a photo is inserted in order once it has been written, not before`() async {
    let stage = LiveStage(["a9.jpg", "a11.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    let file = stage.beginWriting("a10.jpg")
    defer { close(file) }
    stage.write("notes.txt")
    stage.write(".hidden.jpg")
    stage.write("b.jpg")
    await stage.gather()
    #expect(file >= 0)
    #expect(await photos.next()?.names == ["a9.jpg", "a11.jpg", "b.jpg"])
    stage.tell(.written, "a10.jpg")
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a9.jpg", "a10.jpg", "a11.jpg", "b.jpg"])
    #expect(late?.entry("a9.jpg") == early?.entry("a9.jpg"))
    #expect(late?.entry("a11.jpg") == early?.entry("a11.jpg"))
    #expect(late?.isComplete == true)
  }

  @Test func `an overwritten photo keeps its id and order but is a different photo`() async {
    let stage = LiveStage(["a.jpg", "b.jpg", "c.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    stage.tell(.written, "a.jpg")
    stage.remove("b.jpg")
    stage.write("b.jpg")
    await stage.gather()
    let late = await photos.next()
    #expect(late?.entries.map(\.id) == early?.entries.map(\.id))
    #expect(late?.photos.map(\.path) == early?.photos.map(\.path))
    #expect(zip(late?.photos ?? [], early?.photos ?? []).map(==) == [false, false, true])
  }

  @Test func `written sidecars are reported and leave the photos unchanged`() async {
    let stage = LiveStage(["a.jpg", "a.jpg.xmp", "b.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    #expect(early?.noted == [:])
    stage.tell(.movedTo, "a.jpg.xmp")
    stage.write("B.XMP")
    await stage.gather()
    let late = await photos.next()
    #expect(late?.entries == early?.entries)
    #expect(
      late.map { Set($0.noted.keys) } == [
        stage.folder.entry("a.jpg.xmp"), stage.folder.entry("B.XMP"),
      ])
    stage.remove("a.jpg.xmp")
    await stage.gather()
    let latest = await photos.next()
    let changed = latest?.noted.filter { late?.noted[$0.key] != $0.value }
    #expect(changed.map { Array($0.keys) } == [stage.folder.entry("a.jpg.xmp")])
  }

  @Test func `a photo that is being rewritten stays listed until it is closed`() async {
    let stage = LiveStage(["a.jpg", "b.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    stage.tell(.deleted, "a.jpg")
    let file = stage.beginWriting("a.jpg")
    defer { close(file) }
    stage.remove("b.jpg")
    await stage.gather()
    #expect(file >= 0)
    let late = await photos.next()
    #expect(late?.entries == early?.entries.dropLast(1).map(\.self))
  }

  @Test func `a file that is complete when it is created is listed`() async {
    let stage = LiveStage(["a.jpg"])
    var photos = stage.follow()
    _ = await photos.next()
    stage.folder.file("b.jpg")
    stage.tell(.created, "b.jpg")
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg"])
  }

  @Test func `a photo that is removed and added again is a new entry`() async {
    let stage = LiveStage(["a.jpg", "b.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    stage.remove("a.jpg")
    await stage.gather()
    #expect(await photos.next()?.names == ["b.jpg"])
    stage.write("a.jpg")
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg", "b.jpg"])
    #expect(late?.photos.first != early?.photos.first)
    #expect(late?.entries.first?.id != early?.entries.first?.id)
  }

  @Test func `a renamed photo keeps its id`() async {
    let stage = LiveStage(["a.jpg", "b.jpg", "c.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    stage.rename("a.jpg", to: "d.jpg", cookie: 1)
    stage.rename("b.jpg", to: "x.jpg", cookie: 2)
    stage.rename("c.jpg", to: "b.jpg", cookie: 3)
    stage.rename("x.jpg", to: "c.jpg", cookie: 4)
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["b.jpg", "c.jpg", "d.jpg"])
    for (new, old) in [("b.jpg", "c.jpg"), ("c.jpg", "b.jpg"), ("d.jpg", "a.jpg")] {
      #expect(late?.entry(new)?.id == early?.entry(old)?.id)
      #expect(late?.entry(new)?.photo != early?.entry(new)?.photo)
    }
  }

  @Test func `a file written at a renamed photo's old path is a new entry`() async {
    let stage = LiveStage(["a.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    stage.rename("a.jpg", to: "b.jpg", cookie: 1)
    stage.write("a.jpg")
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg", "b.jpg"])
    #expect(late?.entry("b.jpg")?.id == early?.entry("a.jpg")?.id)
    #expect(late?.entry("a.jpg")?.id != early?.entry("a.jpg")?.id)
  }

  @Test func `a file renamed over a photo keeps that photo's id`() async {
    let stage = LiveStage(["a.jpg", "b.jpg", "notes"])
    var photos = stage.follow()
    let early = await photos.next()
    stage.rename("a.jpg", to: "b.jpg", cookie: 1)
    stage.rename("notes", to: "c.jpg", cookie: 2)
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["b.jpg", "c.jpg"])
    #expect(late?.entry("b.jpg")?.id == early?.entry("b.jpg")?.id)
    #expect(late?.entry("b.jpg")?.photo != early?.entry("b.jpg")?.photo)
  }

  @Test func `links are listed at once; pipes and broken links never`() async {
    let stage = LiveStage(["a.jpg"])
    var photos = stage.follow()
    _ = await photos.next()
    stage.folder.link("b.jpg", to: "a.jpg")
    stage.folder.link("nowhere.jpg", to: "gone")
    stage.folder.fifo("pipe.jpg")
    #expect(link(stage.folder.name("a.jpg"), stage.folder.name("c.jpg")) == 0)
    for name in ["b.jpg", "nowhere.jpg", "pipe.jpg", "c.jpg"] { stage.tell(.created, name) }
    stage.tell(.written, "pipe.jpg")
    stage.tell(.movedTo, "gone again.jpg")
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg", "c.jpg"])
  }

  /// A folder with a link to a file in another folder, which is already watched.
  private func linked() async -> (stage: LiveStage, photos: FollowedCatalog, other: ByteString) {
    let stage = LiveStage()
    for name in ["shown", "real", "third"] { stage.folder.folder(name) }
    for name in ["shown/b.jpg", "real/a.jpg", "third/c.jpg"] { stage.folder.file(name) }
    stage.folder.link("shown/a.jpg", to: "../real/a.jpg")
    var photos = stage.follow(["shown"])
    _ = await photos.next()
    let other = ByteString("\(stage.folder.path)/real/")
    await eventually { stage.watch.folders.contains(other) }
    return (stage, photos, other)
  }

  @Test(arguments: [DirectoryEvent.Kind.written, .movedTo])
  func `a linked photo changes when its target is rewritten or replaced`(
    kind: DirectoryEvent.Kind
  ) async {
    var (stage, photos, other) = await linked()
    stage.watch.tell(.created, "a.jpg", in: other)
    stage.watch.tell(kind, "other.jpg", in: other)
    stage.watch.tell(kind, "a.jpg", in: other)
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg", "b.jpg"])
    #expect(late?.photos.map(\.hasChanged) == [true, false])
  }

  @Test func `a linked photo is removed and added with its target`() async {
    var (stage, photos, other) = await linked()
    stage.folder.remove("real/a.jpg")
    stage.watch.tell(.deleted, "a.jpg", in: other)
    await stage.gather()
    #expect(await photos.next()?.names == ["b.jpg"])
    stage.folder.file("real/a.jpg")
    stage.watch.tell(.movedTo, "a.jpg", in: other)
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg"])
  }

  @Test func `a link replaced by one to another folder has the new target's folder watched`()
    async
  {
    var (stage, photos, other) = await linked()
    let shown = ByteString("\(stage.folder.path)/shown/")
    stage.folder.remove("shown/a.jpg")
    stage.folder.link("shown/a.jpg", to: "../third/c.jpg")
    stage.watch.tell(.movedTo, "a.jpg", in: shown)
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg"])
    await eventually { stage.watch.folders.contains(ByteString("\(stage.folder.path)/third/")) }
    #expect(!stage.watch.folders.contains(other))
  }

  @Test func `any number of changes is shown at most once per 100 ms`() async {
    let stage = LiveStage()
    var photos = stage.follow()
    _ = await photos.next()
    #expect(stage.clock.sleeperCount == 0)
    for round in 0..<3 {
      for number in 0..<500 { stage.write("\(round)-\(number).jpg") }
      await stage.gather()
      #expect(await photos.next { _ in true }?.photos.count == (round + 1) * 500)
    }
    #expect(stage.clock.sleeperCount == 0)
  }

  @Test func `the folder of a single named file is followed`() async {
    let stage = LiveStage(["a.jpg", "notes"])
    var photos = stage.follow(["notes"], isSurrounded: true)
    let early = await photos.next()
    stage.write("z.jpg")
    stage.tell(.written, "notes")
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg", "notes", "z.jpg"])
    #expect(late?.named == early?.named)
    #expect(late?.entry("notes")?.photo != early?.entry("notes")?.photo)
    stage.remove("notes")
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "z.jpg"])
  }

  @Test func `a folder named twice is followed in both positions`() async {
    let stage = LiveStage(["single.jpg"])
    stage.folder.folder("f")
    stage.folder.file("f/1.jpg")
    var photos = stage.follow(["f", "single.jpg", "f"])
    #expect(await photos.next()?.names == ["1.jpg", "single.jpg", "1.jpg"])
    stage.folder.file("f/2.jpg")
    stage.watch.tell(.written, "2.jpg", in: stage.folder.entry("f/"))
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["1.jpg", "2.jpg", "single.jpg", "1.jpg", "2.jpg"])
    #expect(Set(late?.entries.map(\.id) ?? []).count == 5)
  }

  @Test func `several named files are not followed`() async {
    let stage = LiveStage(["a.jpg", "b.jpg"])
    var photos = stage.follow(["a.jpg", "b.jpg"], isSurrounded: true)
    _ = await photos.next()
    #expect(await photos.next { _ in true } == nil)
    #expect(stage.watch.folders.isEmpty)
  }

  @Test func `an empty folder is followed as it fills and empties`() async {
    let stage = LiveStage()
    var photos = stage.follow()
    #expect(
      await photos.next()?.emptyFolders == [EmptyFolder(path: stage.folder.argument, isEmpty: true)]
    )
    stage.write("a.jpg")
    await stage.gather()
    let full = await photos.next()
    #expect(full?.names == ["a.jpg"] && full?.emptyFolders == [])
    stage.folder.folder("sub")
    stage.tell([.created, .isFolder], "sub")
    stage.remove("a.jpg")
    await stage.gather()
    let empty = await photos.next()
    #expect(empty?.names == [])
    #expect(empty?.emptyFolders == [EmptyFolder(path: stage.folder.argument, subfolderCount: 1)])
  }
}
