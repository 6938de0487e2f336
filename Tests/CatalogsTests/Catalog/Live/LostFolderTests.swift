import Base
import CatalogStage
import TestSupport
import Testing

@testable import Catalogs

@Suite("Folders with missing events", .integration, .timeLimit(.minutes(30)))
struct LostFolderTests {
  @Test func `an event overflow rereads the folder, keeps the ids and replaces the photos`() async {
    let stage = LiveStage(["a.jpg", "b.jpg", "c.jpg"])
    var photos = stage.follow()
    let early = await photos.next()
    stage.folder.remove("b.jpg")
    stage.folder.file("d.jpg")
    stage.watch.tell(DirectoryEvent(watch: -1, .overflow))
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg", "c.jpg", "d.jpg"])
    #expect(
      stage.told.all == [
        "warning source too many changes at once; rereading the folders"
      ])
    for name in ["a.jpg", "c.jpg"] {
      #expect(late?.entry(name)?.id == early?.entry(name)?.id)
      #expect(late?.entry(name)?.photo != early?.entry(name)?.photo)
    }
  }

  @Test(
    arguments: [
      (DirectoryEvent.Kind.folderMoved, "the folder has been moved or renamed"),
      (.folderDeleted, "the folder has been deleted"),
      (.unmounted, "the folder is no longer mounted"),
    ])
  func `a lost folder keeps its photos with a notice and is read when it is back`(
    kind: DirectoryEvent.Kind, problem: String
  ) async {
    let stage = LiveStage()
    stage.folder.folder("f")
    stage.folder.file("f/a.jpg")
    var photos = stage.follow(["f"])
    let early = await photos.next()
    stage.folder.rename("f", to: "g")
    stage.watch.tell(kind, in: stage.folder.entry("f/"))
    await stage.gather()
    let late = await photos.next()
    let notice = CatalogNotice(source: stage.folder.name("f"), problem: problem, isFailure: true)
    #expect(late?.entries == early?.entries && late?.notices == [notice])
    stage.folder.folder("f")
    for name in ["a.jpg", "b.jpg"] { stage.folder.file("f/\(name)") }
    // No event reports it; it is polled.
    await lookOnce(stage)
    let again = await photos.next()
    #expect(again?.names == ["a.jpg", "b.jpg"] && again?.notices == [])
    #expect(again?.entry("a.jpg")?.photo != early?.entry("a.jpg")?.photo)
    #expect(again?.directories != early?.directories)
    #expect(stage.watch.folders == [stage.folder.entry("f/")])
  }

  @Test func `a folder replaced by another one is reread with new photos`() async {
    let stage = LiveStage()
    for folder in ["f", "g"] {
      stage.folder.folder(folder)
      stage.folder.file("\(folder)/a.jpg")
    }
    var photos = stage.follow(["f"])
    let early = await photos.next()
    stage.folder.rename("f", to: "h")
    stage.folder.rename("g", to: "f")
    stage.demand.retry()
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg"])
    #expect(late?.entry("a.jpg")?.id == early?.entry("a.jpg")?.id)
    #expect(late?.entry("a.jpg")?.photo != early?.entry("a.jpg")?.photo)
    #expect(stage.watch.ended == [stage.folder.entry("f/")])
    #expect(stage.watch.folders == [stage.folder.entry("f/")])
  }

  @Test func `an unmounted folder keeps its photos and is recognised when mounted again`() async {
    let stage = LiveStage()
    stage.folder.folder("f")
    stage.folder.file("f/a.jpg")
    var photos = stage.follow(["f"])
    let early = await photos.next()
    stage.folder.rename("f", to: "card")
    stage.folder.folder("f")
    stage.watch.tell(.unmounted, in: stage.folder.entry("f/"))
    await stage.gather()
    let late = await photos.next()
    #expect(late?.entries == early?.entries)
    #expect(late?.notices.map(\.problem) == ["the folder is no longer mounted"])
    await look(stage)
    stage.folder.rename("f", to: "empty")
    stage.folder.rename("card", to: "f")
    await lookOnce(stage)
    let again = await photos.next()
    #expect(again?.entries == early?.entries && again?.notices == [])
  }

  @Test func `an unwatchable folder is polled every two seconds and gives one notice`() async {
    let stage = LiveStage(["a.jpg", "b.jpg"], watch: FakeFolderWatch { _ in .refused })
    var photos = stage.follow()
    let early = await photos.next { !$0.notices.isEmpty }
    #expect(early?.names == ["a.jpg", "b.jpg"])
    #expect(early?.notices.map(\.isFailure) == [false])
    await look(stage)
    stage.folder.remove("a.jpg")
    _ = stage.folder.write([1], as: "b.jpg")
    stage.folder.file("c.jpg")
    await look(stage)
    let late = await photos.next()
    #expect(late?.names == ["b.jpg", "c.jpg"] && late?.notices == early?.notices)
    #expect(late?.entry("b.jpg")?.id == early?.entry("b.jpg")?.id)
    #expect(late?.entry("b.jpg")?.photo != early?.entry("b.jpg")?.photo)
    _ = stage.folder.write([1], as: "c.jpg")
    await look(stage)
    let last = await photos.next()
    #expect(last?.entry("b.jpg") == late?.entry("b.jpg"))
    #expect(last?.entry("c.jpg")?.photo != late?.entry("c.jpg")?.photo)
  }

  @Test func `a shared folder is polled without a notice and watched as well`() async {
    let watch = FakeFolderWatch { .watched($0, isShared: true) }
    let stage = LiveStage(["a.jpg"], watch: watch)
    var photos = stage.follow()
    #expect(await photos.next()?.notices == [])
    stage.folder.file("b.jpg")
    await look(stage)
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg"])
    await stage.clock.hasSleepers(1)
    stage.write("c.jpg")
    await stage.clock.hasSleepers(2)
    stage.clock.advance(by: .milliseconds(100))
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `glance() polls a shared folder at once instead of waiting two seconds`() async {
    let stage = LiveStage(["a.jpg"], watch: FakeFolderWatch { .watched($0, isShared: true) })
    var photos = stage.follow()
    _ = await photos.next()
    await stage.clock.hasSleepers(1)
    stage.folder.file("b.jpg")
    stage.demand.glance()
    await stage.clock.hasSleepers(2)
    stage.clock.advance(by: .milliseconds(100))
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg"])
    // The next poll is due two seconds later, and there is only one.
    await stage.clock.hasSleepers(1)
    stage.folder.file("c.jpg")
    stage.clock.advance(by: .milliseconds(1900))
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `glance() reads nothing in a folder that the kernel watches`() async {
    let stage = LiveStage(["a.jpg"])
    var photos = stage.follow()
    _ = await photos.next()
    stage.folder.file("b.jpg")
    stage.demand.glance()
    await stage.clock.hasSleepers(1)
    stage.write("c.jpg")
    await stage.gather()
    // No event reported the other one, and nothing was read.
    #expect(await photos.next()?.names == ["a.jpg", "c.jpg"])
  }

  @Test func `folders beyond the watch limit are polled`() {
    let stage = LiveStage()
    for number in 0..<5 { stage.folder.folder("\(number)") }
    var reading = CatalogReading(
      [stage.folder.argument], isRecursive: true,
      watched: WatchedFolders(stage.watch, limit: 3))
    reading.run(for: RecordingReceiver())
    #expect(reading.watched.isFull && reading.watched.mustPoll)
    #expect(stage.watch.folders.count == 3)
  }

  @Test func `without a watch a retry reads the folder again`() async {
    let stage = LiveStage(["a.jpg"])
    var photos = FollowedCatalog(
      FolderCatalog(
        arguments: [stage.folder.argument], isRecursive: false, demand: stage.demand))
    let early = await photos.next()
    stage.folder.file("b.jpg")
    stage.demand.retry()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg", "b.jpg"])
    #expect(late?.entries.first == early?.entries.first)
  }

  /// Lets the folder be polled, and waits until the next poll is due.
  private func look(_ stage: LiveStage) async {
    await lookOnce(stage)
    await stage.clock.hasSleepers(1)
  }

  /// Lets the folder be polled.
  private func lookOnce(_ stage: LiveStage) async {
    await stage.clock.hasSleepers(1)
    stage.clock.advance(by: .seconds(2))
    await stage.gather()
  }
}
