import Base
import FileActions
import Glibc
import TestSupport
import Testing

struct JournalTests {
  @Test func `several steps are undone and redone`() throws {
    let album = Album("a.jpg", "b.jpg", "b.xmp", "c.jpg")
    var journal = ActionJournal()
    let other = ByteString(album.home.name("other"))
    journal.record(album.actions.putIntoTrash([album.path("a.jpg")]).step)
    journal.record(album.actions.move([album.path("b.jpg")], into: other).step)
    journal.record(
      album.actions.rename([FileRename(album.path("c.jpg"), to: ByteString("a.jpg"))]).step)
    let after = album.names()
    #expect(after == ["a.jpg=c.jpg"])
    for _ in 0..<2 {
      for _ in 0..<3 { #expect(journal.undo(by: album.actions)?.failures == []) }
      #expect(journal.undo(by: album.actions) == nil)
      #expect(album.names() == ["a.jpg", "b.jpg", "b.xmp", "c.jpg"])
      #expect(album.trashed.isEmpty)
      for _ in 0..<3 { #expect(journal.redo(by: album.actions)?.failures == []) }
      #expect(journal.redo(by: album.actions) == nil)
      #expect(album.names() == after)
      #expect(album.names(in: "other") == ["b.jpg", "b.xmp"])
      #expect(album.trashed == ["a.jpg"])
    }
  }

  @Test func `undoing a copy moves it to the trash, and redoing restores it from there`() {
    let album = Album("a.jpg", "a.xmp", "b.jpg")
    var journal = ActionJournal()
    let other = ByteString(album.home.name("other"))
    journal.record(album.actions.copy(["a.jpg", "b.jpg"].map(album.path), into: other).step)
    let copies = ["a.jpg", "a.xmp", "b.jpg"]
    for _ in 0..<2 {
      #expect(album.names(in: "other") == copies)
      #expect(journal.undo(by: album.actions)?.failures == [])
      #expect(album.names(in: "other").isEmpty && album.trashed == copies)
      #expect(journal.redo(by: album.actions)?.step.photoCount == 2)
    }
    #expect(album.names() == copies && album.trashed.isEmpty)
    // A copy that has changed since stays.
    _ = album.home.write(Array("edited".utf8), as: "other/b.jpg")
    let result = journal.undo(by: album.actions)
    #expect(result?.failures.map(\.description) == ["b.jpg has changed since and was left alone"])
    #expect(album.names(in: "other") == ["b.jpg=edited"])
  }

  @Test func `undo leaves files changed by other programs alone and undoes the rest`() {
    let album = Album("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    var journal = ActionJournal()
    let paths = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map(album.path)
    journal.record(album.actions.move(paths, into: ByteString(album.home.name("other"))).step)
    _ = album.home.write(Array("changed".utf8), as: "other/a.jpg")
    album.write("b.jpg", holding: "new")
    unlink(album.home.name("other/c.jpg"))
    let result = journal.undo(by: album.actions)
    #expect(
      result?.failures.map(\.description) == [
        "c.jpg no longer exists", "b.jpg already exists",
        "a.jpg has changed since and was left alone",
      ])
    #expect(result?.step.changes.map(\.from) == [paths[3]])
    #expect(album.names() == ["b.jpg=new", "d.jpg"])
    #expect(album.names(in: "other") == ["a.jpg=changed", "b.jpg"])
    #expect(journal.redo(by: album.actions)?.step.photoCount == 1)
    #expect(album.names() == ["b.jpg=new"])
  }

  @Test func `a new step discards undone steps`() {
    let album = Album("a.jpg", "b.jpg")
    var journal = ActionJournal()
    journal.record(album.actions.putIntoTrash([album.path("a.jpg")]).step)
    _ = journal.undo(by: album.actions)
    journal.record(album.actions.putIntoTrash([album.path("b.jpg")]).step)
    #expect(journal.redo(by: album.actions) == nil)
    #expect(album.trashed == ["b.jpg"])
  }

  @Test(arguments: ["trash", "move"])
  func `undo leaves photos that would take over another sidecar, with their companions`(
    verb: String
  ) {
    let album = Album("a.jpg", "b.jpg", "b.xmp", "c.jpg", "c.png", "c.xmp")
    let other = ByteString(album.home.name("other"))
    let paths = ["a.jpg", "b.jpg", "c.jpg"].map(album.path)
    var journal = ActionJournal()
    journal.record(
      verb == "trash"
        ? album.actions.putIntoTrash(paths).step : album.actions.move(paths, into: other).step)
    #expect(album.names() == ["c.png", "c.xmp"])
    album.write("a.jpg.xmp", holding: "theirs")
    album.write("b.JPG.xmp", holding: "theirs")
    let result = journal.undo(by: album.actions)
    #expect(
      result?.failures.map(\.description).sorted() == [
        "a.jpg.xmp already exists and would apply to a.jpg",
        "b.JPG.xmp already exists and would apply to b.jpg",
      ])
    // The sidecar of a stem was shared before.
    #expect(album.names() == ["a.jpg.xmp=theirs", "b.JPG.xmp=theirs", "c.jpg", "c.png", "c.xmp"])
    let left = album.names(in: verb == "trash" ? "data/Trash/files" : "other")
    #expect(left == ["a.jpg", "b.jpg", "b.xmp"])
    #expect(journal.redo(by: album.actions)?.failures == [])
  }

  @Test func `redo does not trash a photo that was replaced`() {
    let album = Album("a.jpg")
    var journal = ActionJournal()
    journal.record(album.actions.putIntoTrash([album.path("a.jpg")]).step)
    _ = journal.undo(by: album.actions)
    unlink(album.path("a.jpg").lossyText)
    album.write("a.jpg", holding: "another one")
    #expect(journal.redo(by: album.actions)?.failures == [.changed(FileName(ByteString("a.jpg")))])
    #expect(album.names() == ["a.jpg=another one"])
  }

  @Test func `undo succeeds once the file in its way is removed`() {
    let album = Album("a.jpg", "a.jpg.xmp", "b.jpg")
    var journal = ActionJournal()
    journal.record(album.actions.putIntoTrash([album.path("b.jpg")]).step)
    journal.record(album.actions.putIntoTrash([album.path("a.jpg")]).step)
    album.write("a.jpg", holding: "another one")
    for _ in 0..<2 {
      #expect(journal.undo(by: album.actions)?.failures == [.taken(FileName(ByteString("a.jpg")))])
      // The sidecar stays with its own photo.
      #expect(album.names() == ["a.jpg=another one"])
      #expect(album.trashed == ["a.jpg", "a.jpg.xmp", "b.jpg"])
    }
    unlink(album.path("a.jpg").lossyText)
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg", "a.jpg.xmp"])
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(journal.undo(by: album.actions) == nil)
    #expect(album.names() == ["a.jpg", "a.jpg.xmp", "b.jpg"])
  }

  @Test func `a repeated undo retries only the photos that were refused`() {
    let album = Album("a.jpg", "b.jpg", "c.jpg")
    var journal = ActionJournal()
    let paths = ["a.jpg", "b.jpg", "c.jpg"].map(album.path)
    journal.record(album.actions.move(paths, into: ByteString(album.home.name("other"))).step)
    album.write("b.jpg", holding: "new")
    #expect(journal.undo(by: album.actions)?.step.photoCount == 2)
    #expect(journal.redo(by: album.actions)?.step.photoCount == 2)
    #expect(journal.undo(by: album.actions)?.step.photoCount == 2)
    unlink(album.path("b.jpg").lossyText)
    #expect(journal.undo(by: album.actions)?.step.changes.map(\.from) == [paths[1]])
    #expect(journal.undo(by: album.actions) == nil)
    #expect(album.names() == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `a step that cannot be undone does not block earlier steps and can be retried`() {
    let album = Album("a.jpg", "b.jpg")
    var journal = ActionJournal()
    let other = ByteString(album.home.name("other"))
    journal.record(album.actions.putIntoTrash([album.path("a.jpg")]).step)
    journal.record(album.actions.move([album.path("b.jpg")], into: other).step)
    rename(album.home.name("other"), album.home.name("elsewhere"))
    #expect(journal.undo(by: album.actions)?.failures.count == 1)
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg"])
    rename(album.home.name("elsewhere"), album.home.name("other"))
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg", "b.jpg"])
  }

  @Test func `undo and redo of a rename can be retried after the name was taken`() throws {
    let album = Album("a.jpg")
    var journal = ActionJournal()
    journal.record(
      album.actions.rename([FileRename(album.path("a.jpg"), to: ByteString("z.jpg"))]).step)
    album.write("a.jpg", holding: "new")
    #expect(journal.undo(by: album.actions)?.failures.count == 1)
    unlink(album.path("a.jpg").lossyText)
    #expect(journal.undo(by: album.actions)?.failures == [])
    album.write("z.jpg", holding: "new")
    #expect(journal.redo(by: album.actions)?.failures.count == 1)
    unlink(album.path("z.jpg").lossyText)
    #expect(journal.redo(by: album.actions)?.failures == [])
    #expect(album.names() == ["z.jpg=a.jpg"])
  }

  @Test func `sidecars of a photo that cannot be trashed stay in place`() {
    let album = Album("a.xmp", "b.jpg")
    let result = album.actions.putIntoTrash(["a.jpg", "b.jpg"].map(album.path))
    #expect(result.failures == [.gone(FileName(ByteString("a.jpg")))])
    #expect(album.names() == ["a.xmp"])
  }
}
