import Glibc
import TestSupport
import Testing
import Values

@testable import FileActions

struct NoteTests {
  /// Writes a text into the sidecar of `a.jpg`.
  private func note(
    _ text: String, _ name: String = "a.xmp", in album: Album
  ) throws(FileActionError) -> ActionStep? {
    let change = try album.actions.note(in: album.path(name), of: album.path("a.jpg")) {
      _ throws(FileActionError) in Array(text.utf8)
    }
    return change.map { ActionStep(kind: .note, changes: [$0]) }
  }

  private func mode(_ name: String, in album: Album) -> mode_t {
    var status = stat()
    lstat(album.home.name("photos/\(name)"), &status)
    return status.st_mode & 0o7777
  }

  @Test func `a sidecar is made, changed, and taken back step by step`() throws {
    let album = Album("a.jpg")
    chmod(album.home.name("photos/a.jpg"), 0o440)
    var journal = ActionJournal()
    for text in ["one", "two", "three"] { journal.note(try #require(try note(text, in: album))) }
    #expect(album.names() == ["a.jpg", "a.xmp=three"])
    #expect(mode("a.xmp", in: album) == 0o640)
    for states in [["a.jpg", "a.xmp=two"], ["a.jpg", "a.xmp=one"], ["a.jpg"]] {
      let result = journal.undo(by: album.actions)
      #expect(result?.failures == [])
      #expect(result?.step.photoCount == 1)
      #expect(album.names() == states)
    }
    for _ in 0..<3 { #expect(journal.redo(by: album.actions)?.failures == []) }
    #expect(album.names() == ["a.jpg", "a.xmp=three"])
    #expect(album.home.names(in: "photos") == ["a.jpg", "a.xmp"])
  }

  @Test func `a sidecar keeps its permissions, and what says the same is not written`() throws {
    let album = Album("a.jpg", "a.xmp")
    chmod(album.home.name("photos/a.xmp"), 0o604)
    _ = try note("new", in: album)
    #expect(mode("a.xmp", in: album) == 0o604)
    var before = stat()
    lstat(album.home.name("photos/a.xmp"), &before)
    #expect(try note("new", in: album) == nil)
    var after = stat()
    lstat(album.home.name("photos/a.xmp"), &after)
    #expect(before.st_ino == after.st_ino)
  }

  @Test func `what somebody has written meanwhile stays`() throws {
    let album = Album("a.jpg", "a.xmp")
    let refusal = FileActionError.changed(FileName(ByteString("a.xmp")))
    #expect(throws: refusal) {
      try album.actions.note(in: album.path("a.xmp"), of: album.path("a.jpg")) {
        _ throws(FileActionError) in
        album.write("a.xmp", holding: "theirs")
        return Array("ours".utf8)
      }
    }
    unlink(album.home.name("photos/a.xmp"))
    #expect(throws: refusal) {
      try album.actions.note(in: album.path("a.xmp"), of: album.path("a.jpg")) {
        _ throws(FileActionError) in
        album.write("a.xmp", holding: "theirs")
        return Array("ours".utf8)
      }
    }
    #expect(album.names() == ["a.jpg", "a.xmp=theirs"])
  }

  @Test func `what somebody has written since is not undone`() throws {
    let album = Album("a.jpg")
    var journal = ActionJournal()
    journal.note(try #require(try note("ours", in: album)))
    album.write("a.xmp", holding: "theirs")
    #expect(
      journal.undo(by: album.actions)?.failures == [.changed(FileName(ByteString("a.xmp")))])
    #expect(album.names() == ["a.jpg", "a.xmp=theirs"])
  }

  @Test func `bytes in the middle of a photo become others, and back`() throws {
    let album = Album("a.jpg")
    album.write("a.jpg", holding: "0123456789")
    let patch = ContentChange.patch(offset: 4, before: Array("45".utf8), after: Array("xy".utf8))
    let change = try #require(try album.actions.patch(album.path("a.jpg"), patch))
    #expect(album.names() == ["a.jpg=0123xy6789"])
    #expect(throws: FileActionError.changed(FileName(ByteString("a.jpg")))) {
      try album.actions.patch(album.path("a.jpg"), patch)
    }
    var journal = ActionJournal()
    journal.note(ActionStep(kind: .note, changes: [change]))
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg=0123456789"])
  }

  @Test func `links, folders and what is too large are left alone`() throws {
    let album = Album("a.jpg", "b.xmp")
    album.home.folder("photos/folder.xmp")
    symlink("b.xmp", album.home.name("photos/link.xmp"))
    truncate(album.home.name("photos/b.xmp"), 17 << 20)
    #expect(throws: FileActionError.noFile(FileName(ByteString("folder.xmp")))) {
      try note("new", "folder.xmp", in: album)
    }
    #expect(throws: FileActionError.noFile(FileName(ByteString("link.xmp")))) {
      try note("new", "link.xmp", in: album)
    }
    #expect(throws: FileActionError.self) { try note("new", "b.xmp", in: album) }
  }
}
