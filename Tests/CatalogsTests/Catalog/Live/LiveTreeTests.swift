import Base
import CatalogStage
import Catalogs
import Glibc
import TestSupport
import Testing

@Suite("Folders followed with their subfolders", .integration, .timeLimit(.minutes(30)))
struct LiveTreeTests {
  private let stage = LiveStage(["a.jpg"])

  @Test func `a new subfolder is listed with its photos and removed when it is hidden`() async {
    stage.folder.folder("x")
    stage.folder.file("x/1.jpg")
    var photos = stage.follow(isRecursive: true)
    let early = await photos.next()
    for name in ["y", "y/deep"] { stage.folder.folder(name) }
    stage.folder.file("y/deep/2.jpg")
    stage.tell([.created, .isFolder], "y")
    await stage.gather()
    let late = await photos.next()
    #expect(late?.names == ["a.jpg", "1.jpg", "2.jpg"])
    #expect(late?.entries.dropLast().map(\.self) == early?.entries)
    #expect(stage.watch.folders == Set(["", "x/", "y/", "y/deep/"].map { stage.folder.entry($0) }))
    stage.folder.rename("y/deep", to: "y/.hidden")
    stage.watch.tell([.movedFrom, .isFolder], "deep", in: stage.folder.entry("y/"))
    await stage.gather()
    #expect(await photos.next()?.entries == early?.entries)
    #expect(stage.watch.ended == [stage.folder.entry("y/deep/")])
  }

  @Test func `links to folders are followed too`() async {
    let elsewhere = TemporaryFolder()
    elsewhere.file("1.jpg")
    var photos = stage.follow(isRecursive: true)
    _ = await photos.next()
    stage.folder.link("there", to: elsewhere.path)
    stage.tell(.created, "there")
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "1.jpg"])
    stage.remove("there")
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg"])
  }

  @Test func `a folder event does not show a file that is still being written`() async {
    var photos = stage.follow(isRecursive: true)
    _ = await photos.next()
    let file = stage.beginWriting("half.jpg")
    defer { close(file) }
    stage.folder.folder("x")
    stage.folder.file("x/1.jpg")
    stage.tell([.created, .isFolder], "x")
    await stage.gather()
    #expect(file >= 0)
    #expect(await photos.next()?.names == ["a.jpg", "1.jpg"])
    stage.tell(.written, "half.jpg")
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "half.jpg", "1.jpg"])
  }

  @Test func `archives appear like folders once they are written, and disappear`() async {
    var photos = stage.follow(isSurrounded: true)
    _ = await photos.next()
    stage.write("new.zip")
    await stage.gather()
    let new = await photos.next()?.folders ?? []
    #expect(new.map(\.name) == [ByteString("new.zip")])
    stage.tell(.written, "new.zip")
    await stage.gather()
    let overwritten = await photos.next()?.folders ?? []
    #expect(overwritten.map(\.id) == new.map(\.id) && overwritten != new)
    stage.rename("new.zip", to: "old.zip", cookie: 1)
    await stage.gather()
    #expect(await photos.next()?.folders.map(\.name) == [ByteString("old.zip")])
    stage.remove("old.zip")
    await stage.gather()
    #expect(await photos.next()?.folders.isEmpty == true)
    stage.folder.file("real")
    stage.folder.link("link.zip", to: "real")
    stage.tell(.created, "link.zip")
    await stage.gather()
    #expect(await photos.next()?.folders.map(\.name) == [ByteString("link.zip")])
  }

  @Test func `without -r subfolders are not watched`() async {
    var photos = stage.follow()
    _ = await photos.next()
    stage.folder.folder("x")
    stage.tell([.created, .isFolder], "x")
    stage.write("b.jpg")
    await stage.gather()
    #expect(await photos.next()?.names == ["a.jpg", "b.jpg"])
    #expect(stage.watch.folders == [stage.root])
  }
}
