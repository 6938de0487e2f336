import Base
import Glibc
import TestSupport
import Testing

@testable import FileActions

@Suite(.integration)
struct NoteTests {
  /// Writes a text into the sidecar of `a.jpg`.
  private func note(
    _ text: String, _ name: String = "a.xmp", in album: Album
  ) throws(FileActionError) -> ActionStep? {
    let change = try album.actions.writeMetadata(to: album.path(name), of: album.path("a.jpg")) {
      _ throws(FileActionError) in Array(text.utf8)
    }
    return change.map { ActionStep(kind: .note(noun: "rating"), changes: [$0]) }
  }

  private func mode(_ name: String, in album: Album) -> mode_t {
    var status = stat()
    lstat(album.home.name("photos/\(name)"), &status)
    return status.st_mode & 0o7777
  }

  @Test func `a sidecar is created, changed and undone step by step`() throws {
    let album = Album("a.jpg")
    chmod(album.home.name("photos/a.jpg"), 0o440)
    var journal = ActionJournal()
    for text in ["one", "two", "three"] { journal.record(try #require(try note(text, in: album))) }
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

  @Test func `a sidecar keeps its permissions, and equal content is not written again`() throws {
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

  @Test(arguments: [["a.jpg", "a.xmp"], ["a.jpg"]])
  func `a sidecar that another program saves meanwhile is read again and changed`(there: [String])
    throws
  {
    let album = Album()
    for name in there { album.write(name) }
    var found: [String] = []
    let change = try album.actions.writeMetadata(to: album.path("a.xmp"), of: album.path("a.jpg")) {
      before throws(FileActionError) in
      if found.isEmpty { album.write("a.xmp", holding: "theirs") }
      found.append(before.map { String(decoding: $0, as: UTF8.self) } ?? "none")
      return (before ?? []) + Array(" and ours".utf8)
    }
    #expect(found == [there.count == 2 ? "a.xmp" : "none", "theirs"])
    #expect(album.names() == ["a.jpg", "a.xmp=theirs and ours"])
    var journal = ActionJournal()
    journal.record(ActionStep(kind: .note(noun: "rating"), changes: [try #require(change)]))
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg", "a.xmp=theirs"])
  }

  @Test func `a sidecar that another program saves repeatedly is left alone`() throws {
    let album = Album("a.jpg", "a.xmp")
    var saves = 0
    #expect(throws: FileActionError.changed(FileName(ByteString("a.xmp")))) {
      try album.actions.writeMetadata(to: album.path("a.xmp"), of: album.path("a.jpg")) {
        _ throws(FileActionError) in
        saves += 1
        album.write("a.xmp", holding: "save \(saves)")
        return Array("ours".utf8)
      }
    }
    #expect(saves > 1)
    #expect(album.names() == ["a.jpg", "a.xmp=save \(saves)"])
    #expect(album.home.names(in: "photos") == ["a.jpg", "a.xmp"])
  }

  /// What another program does right after the names were exchanged, and the content in the end.
  @Test(arguments: [
    ("", "saved"), ("rename", "newer"), ("write", "newer"), ("remove", "saved"),
  ])
  func `a save found after the exchange is put back, but not over a newer one`(
    deed: String, expected: String
  ) throws {
    let album = Album("a.jpg")
    album.write("a.xmp", holding: "saved")
    album.write("draft", holding: "ours")
    let place = try FilePlace(album.path("draft"))
    let ours = try place.identity()
    let swap = NameSwap(place.folder, ByteString("a.xmp"), with: ByteString("draft"))
    try swap.exchange()
    #expect(album.names() == ["a.jpg", "a.xmp=ours", "draft=saved"])
    switch deed {
    case "rename":
      album.write("new", holding: "newer")
      rename(album.home.name("photos/new"), album.home.name("photos/a.xmp"))
    case "write": album.write("a.xmp", holding: "newer")
    case "remove": unlink(album.home.name("photos/a.xmp"))
    default: break
    }
    swap.giveBack(instead: ours)
    #expect(album.names() == ["a.jpg", "a.xmp=\(expected)"])
  }

  @Test func `a sidecar open for writing is left alone, one open for reading is not`() throws {
    let album = Album("a.jpg", "a.xmp")
    let writer = open(album.home.name("photos/a.xmp"), O_WRONLY)
    #expect(throws: FileActionError.changed(FileName(ByteString("a.xmp")))) {
      try note("ours", in: album)
    }
    close(writer)
    #expect(album.names() == ["a.jpg", "a.xmp"])
    let reader = open(album.home.name("photos/a.xmp"), O_RDONLY)
    defer { close(reader) }
    #expect(try note("ours", in: album) != nil)
    #expect(album.names() == ["a.jpg", "a.xmp=ours"])
  }

  @Test func `a write-protected sidecar is left alone, even in a writable folder`() throws {
    let album = Album("a.jpg", "a.xmp")
    chmod(album.home.name("photos/a.xmp"), 0o444)
    let error = #expect(throws: FileActionError.self) { try note("new", in: album) }
    #expect(error?.description == "a.xmp is write-protected and was left alone")
    #expect(album.names() == ["a.jpg", "a.xmp"])
    var journal = ActionJournal()
    journal.record(try #require(try note("ours", "b.xmp", in: album)))
    chmod(album.home.name("photos/b.xmp"), 0o444)
    #expect(
      journal.undo(by: album.actions)?.failures.map(\.description) == [
        "b.xmp is write-protected and was left alone"
      ])
    #expect(album.names() == ["a.jpg", "a.xmp", "b.xmp=ours"])
  }

  @Test(.enabled(if: geteuid() == 0 && Shell.has("setpriv")))
  func `another user's sidecar is left alone, or keeps its owner if it may be written to`() {
    let album = Album("a.jpg", "a.xmp")
    for name in ["", "photos", "data"] { chmod(album.home.name(name), 0o777) }
    chmod(album.home.name("photos/a.xmp"), 0o644)
    let result = Shell.run(
      "cd \"$1\" && exec setpriv --reuid 65534 --clear-groups \"$2\" \"$3\" note a.jpg new a.xmp",
      [album.home.name("photos"), Shell.actor, album.data])
    #expect(result.output == "a.xmp belongs to another user and was left alone\n")
    #expect(album.names() == ["a.jpg", "a.xmp"])
    chown(album.home.name("photos/a.xmp"), 65_534, 65_534)
    #expect((try? note("new", in: album)) != nil)
    var status = stat()
    lstat(album.home.name("photos/a.xmp"), &status)
    #expect(status.st_uid == 65_534 && status.st_gid == 65_534)
    #expect(album.names() == ["a.jpg", "a.xmp=new"])
  }

  /// The permissions of the photo or of its target; the umask; those of the new sidecar.
  @Test(
    arguments: [
      (0o600, false, "022", 0o600), (0o600, true, "022", 0o600), (0o644, true, "077", 0o600),
      (0o666, false, "022", 0o644), (0o666, false, "077", 0o600), (0o440, true, "022", 0o640),
    ] as [(mode_t, Bool, String, mode_t)])
  func `a new sidecar has the permissions of the photo within the umask`(
    photo: mode_t, isLink: Bool, mask: String, sidecar: mode_t
  ) {
    let album = Album()
    album.write(isLink ? "real.jpg" : "a.jpg")
    if isLink { symlink("real.jpg", album.home.name("photos/a.jpg")) }
    chmod(album.home.name("photos/a.jpg"), photo)
    let result = Shell.run(
      "cd \"$1\" && umask \(mask) && exec \"$2\" \"$3\" note a.jpg new a.xmp",
      [album.home.name("photos"), Shell.actor, album.data])
    #expect(result.output == "")
    #expect(mode("a.xmp", in: album) == sidecar)
  }

  @Test func `a sidecar that another program has written since is not undone`() throws {
    let album = Album("a.jpg")
    var journal = ActionJournal()
    journal.record(try #require(try note("ours", in: album)))
    album.write("a.xmp", holding: "theirs")
    #expect(
      journal.undo(by: album.actions)?.failures == [.changed(FileName(ByteString("a.xmp")))])
    #expect(album.names() == ["a.jpg", "a.xmp=theirs"])
  }

  @Test func `bytes in the middle of a photo are patched and restored`() throws {
    let album = Album("a.jpg")
    album.write("a.jpg", holding: "0123456789")
    let patch = ContentChange.patch(offset: 4, before: Array("45".utf8), after: Array("xy".utf8))
    let change = try #require(try album.actions.patch(album.path("a.jpg"), patch))
    #expect(album.names() == ["a.jpg=0123xy6789"])
    #expect(throws: FileActionError.changed(FileName(ByteString("a.jpg")))) {
      try album.actions.patch(album.path("a.jpg"), patch)
    }
    var journal = ActionJournal()
    journal.record(ActionStep(kind: .note(noun: "rating"), changes: [change]))
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg=0123456789"])
  }

  @Test func `links, folders and oversized sidecars are left alone`() throws {
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
