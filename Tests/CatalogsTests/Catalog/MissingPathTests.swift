import CatalogStage
import Catalogs
import Glibc
import TestServer
import TestSupport
import Testing

@Suite("Missing paths that appear later", .integration, .timeLimit(.minutes(30)))
struct MissingPathTests {
  private let folder = TemporaryFolder()
  private let demand = CatalogDemand(0)

  private func catalog(_ names: String...) -> FolderCatalog {
    FolderCatalog(
      arguments: names.map { folder.entry($0) }, isRecursive: false, demand: demand)
  }

  private func notice(_ name: String, _ error: CatalogError = .notFound) -> CatalogNotice {
    CatalogNotice(source: folder.name(name), problem: "\(error)", isFailure: true)
  }

  @Test func `a path that appears is inserted in argument order and loses its notice`() async {
    for name in ["a.jpg", "m.jpg", "z.jpg"] { folder.file(name) }
    var photos = FollowedCatalog(
      catalog("a.jpg", "first", "m.jpg", "second", "third.jpg", "z.jpg"))
    let early = await photos.next()
    #expect(early?.names == ["a.jpg", "m.jpg", "z.jpg"])
    #expect(early?.notices == [notice("first"), notice("second"), notice("third.jpg")])
    folder.folder("second")
    for name in ["second/10.jpg", "second/9.jpg", "third.jpg"] { folder.file(name) }
    demand.retry()
    let later = await photos.next { $0.isComplete && $0.photos.count > 3 }
    #expect(later?.names == ["a.jpg", "m.jpg", "9.jpg", "10.jpg", "third.jpg", "z.jpg"])
    #expect(later?.notices == [notice("first")])
    folder.folder("first")
    folder.file("first/1.jpg")
    demand.retry()
    let whole = await photos.next { $0.isComplete && $0.notices.isEmpty }
    #expect(
      whole?.names == ["a.jpg", "1.jpg", "m.jpg", "9.jpg", "10.jpg", "third.jpg", "z.jpg"])
  }

  @Test func `known photos and notices stay during a retry`() {
    for name in ["a.jpg", "z.jpg"] { folder.file(name) }
    let receiver = RecordingReceiver()
    var reading = Rereading(["a.jpg", "later", "never", "z.jpg"].map { folder.entry($0) })
    reading.run(for: receiver)
    folder.folder("later")
    for number in 0..<2_000 { folder.file("later/\(number).jpg") }
    let count = receiver.snapshots.count
    reading.run(for: receiver)
    let again = receiver.snapshots[count...]
    #expect(again.map(\.isComplete) == again.indices.map { $0 == again.endIndex - 1 })
    #expect(again.count > 2 && again.count < 12)
    for snapshot in again {
      #expect(snapshot.names.first == "a.jpg" && snapshot.names.last == "z.jpg")
      #expect(snapshot.notices.contains(notice("never")))
    }
    #expect(again.first?.notices == [notice("later"), notice("never")])
    #expect(again.last?.names == ["a.jpg"] + (0..<2_000).map { "\($0).jpg" } + ["z.jpg"])
    #expect(again.last?.notices == [notice("never")])
  }

  @Test func `a retry reads an argument again after any kind of error`() {
    folder.fifo("pipe")
    folder.link("link", to: "gone")
    folder.link("round", to: "round")
    folder.folder("locked")
    folder.lock("locked")
    chmod(folder.path, 0o755)
    let names = ["pipe", "link", "round", "locked"]
    let receiver = RecordingReceiver()
    var reading = Rereading(names.map { folder.entry($0) })
    Nobody.perform { reading.run(for: receiver) }
    #expect(
      receiver.snapshots.last?.notices
        == zip(names, [CatalogError.special, .brokenLink, .linkLoop, .accessDenied]).map(notice))
    #expect(receiver.snapshots.last?.skipped.count == 0)
    for name in ["pipe", "round"] { unlink(folder.name(name)) }
    for name in ["pipe", "gone", "round"] { folder.file(name) }
    chmod(folder.name("locked"), 0o755)
    folder.file("locked/a.jpg")
    Nobody.perform { reading.run(for: receiver) }
    #expect(receiver.snapshots.last?.names == ["pipe", "link", "round", "a.jpg"])
    #expect(receiver.snapshots.last?.notices.isEmpty == true)
  }

  @Test func `a retry requested during a read is not lost`() async {
    var photos = FollowedCatalog(catalog("a.jpg"))
    demand.retry()
    _ = await photos.next()
    folder.file("a.jpg")
    demand.retry()
    #expect(await photos.next { !$0.photos.isEmpty && $0.isComplete }?.names == ["a.jpg"])
  }

  @Test func `a cancelled consumer's stream ends`() async {
    let catalog = catalog("a.jpg")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        var photos = FollowedCatalog(catalog)
        _ = await photos.next()
        #expect(await photos.next { _ in true } == nil)
      }
      group.cancelAll()
    }
  }

  @Test func `a retry reaches files and feeds among other sources`() async throws {
    let stage = FeedStage([:])
    folder.file("b.jpg")
    folder.fifo("never.xml")
    let sources = try (["a", "b.jpg", "c.json", "never.xml", "d.jpg"].map { folder.entry($0) })
      .map { try PhotoSource(argument: $0) }
    var photos = FollowedCatalog(
      SourceCatalogs(isRecursive: false, client: stage.client)
        .catalog(of: sources, demand: stage.demand))
    let early = await photos.next()
    #expect(early?.names == ["b.jpg"])
    #expect(
      early?.notices == [
        notice("a"), notice("c.json"), notice("never.xml", .special), notice("d.jpg"),
      ])
    folder.folder("a")
    for name in ["a/1.jpg", "d.jpg"] { folder.file(name) }
    _ = folder.write(Array(#"["http://h.example/c.jpg"]"#.utf8), as: "c.json")
    stage.demand.retry()
    let later = await photos.next { $0.isComplete && $0.photos.count == 4 }
    #expect(later?.names == ["1.jpg", "b.jpg", "c.jpg", "d.jpg"])
    #expect(later?.notices == [notice("never.xml", .special)])
  }
}
