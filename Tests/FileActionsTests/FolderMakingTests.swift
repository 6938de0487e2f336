import Base
import FileActions
import Glibc
import TestSupport
import Testing

struct FolderMakingTests {
  @Test func `a folder is created with its missing parents`() throws {
    let album = Album("a.jpg")
    for path in ["other/x/y/z", "other/x/y/w/", "other/x/é"] {
      let folder = ByteString(album.home.name(path))
      #expect(album.actions.isMissing(folder))
      try album.actions.makeFolder(folder)
      #expect(!album.actions.isMissing(folder))
      try album.actions.makeFolder(folder)
    }
    var (usual, made) = (stat(), stat())
    #expect(mkdir(album.home.name("usual"), 0o777) == 0)
    #expect(stat(album.home.name("usual"), &usual) == 0)
    #expect(stat(album.home.name("other/x/y"), &made) == 0 && made.st_mode == usual.st_mode)
    let moved = album.actions.move(
      [album.path("a.jpg")], into: ByteString(album.home.name("other/x/y/z")))
    var journal = ActionJournal()
    journal.record(moved.step)
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg"])
  }

  @Test func `a file in place of a parent folder gives an error`() {
    let album = Album("a.jpg")
    let folder = album.path("a.jpg").appending(ByteString("x"))
    #expect(!album.actions.isMissing(folder))
    #expect {
      try album.actions.makeFolder(folder)
    } throws: {
      "\($0)".hasSuffix("a.jpg/x could not be created: not a directory")
    }
  }

  @Test func `a parent that cannot be made is named with its reason`() {
    #expect(mkdir("/sys/none", 0o777) != 0)
    let reason = SystemError.last
    #expect {
      try Album().actions.makeFolder(ByteString("/sys/none/a/b"))
    } throws: {
      "\($0)".hasSuffix("/sys/none could not be created: \(reason)")
    }
  }

  @Test func `without a home folder copying, moving and renaming work`() {
    let album = Album("a.jpg", "b.jpg")
    let actions = FileActions(trash: Trash(dataHome: nil))
    let other = ByteString(album.home.name("other"))
    #expect(actions.copy([album.path("a.jpg")], into: other).failures.isEmpty)
    #expect(actions.move([album.path("b.jpg")], into: other).failures.isEmpty)
    #expect(
      actions.rename([FileRename(album.path("a.jpg"), to: ByteString("c.jpg"))]).failures
        .isEmpty)
    #expect(album.names() == ["c.jpg=a.jpg"])
    #expect(album.names(in: "other") == ["a.jpg", "b.jpg"])
  }
}
