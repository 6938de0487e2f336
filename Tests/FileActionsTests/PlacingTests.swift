import Base
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileActions

@Suite(.integration)
struct PlacingTests {
  @Test func `photos are moved with their sidecars and pairs`() {
    let album = Album("a.jpg", "a.jpg.xmp", "a.cr2", "a.xmp", "b.jpg")
    let result = album.actions.move(
      [album.path("a.jpg")], into: ByteString(album.home.name("other")))
    #expect(result.failures.isEmpty)
    #expect(result.step.photoCount == 1)
    #expect(result.step.changes.count == 4)
    #expect(album.names() == ["b.jpg"])
    #expect(album.names(in: "other") == ["a.cr2", "a.jpg", "a.jpg.xmp", "a.xmp"])
  }

  @Test func `a photo and its companions get the same free number`() {
    let album = Album("a.jpg", "a.jpg.xmp", "a.xmp")
    for name in ["a.xmp", "a_1.jpg.xmp"] { _ = album.home.write([], as: "other/\(name)") }
    let other = ByteString(album.home.name("other"))
    #expect(
      album.actions.copy([album.path("a.jpg")], into: other).copies == [
        other.appending(ByteString("a_2.jpg"))
      ])
    #expect(
      album.names(in: "other") == [
        "a.xmp=", "a_1.jpg.xmp=", "a_2.jpg=a.jpg", "a_2.jpg.xmp=a.jpg.xmp", "a_2.xmp=a.xmp",
      ])
    #expect(album.names() == ["a.jpg", "a.jpg.xmp", "a.xmp"])
  }

  /// The names in the folder, and the new names there of a photo with a sidecar and of one without.
  @Test(arguments: [
    ("c.jpg.xmp", "a.jpg a.jpg.xmp c_1.jpg"), ("c.xmp", "a.jpg a.jpg.xmp c_1.jpg"),
    ("c.JPG.xmp", "a.jpg a.jpg.xmp c_1.jpg"), ("c.nef.xmp", "a.jpg a.jpg.xmp c_1.jpg"),
    ("c.xmp c_1.jpg.xmp", "a.jpg a.jpg.xmp c_2.jpg"), ("a.xmp", "a.jpg a.jpg.xmp c.jpg"),
    ("a.JPG.xmp", "a.jpg a.jpg.xmp c.jpg"), ("c.JPG c.JPG.xmp", "a.jpg a.jpg.xmp c.jpg"),
    ("c.nef c.nef.xmp", "a.jpg a.jpg.xmp c.jpg"),
  ])
  func `a photo that would take over a sidecar gets a number`(there: String, names: String) {
    for verb in ["move", "copy", "write"] {
      let album = Album("a.jpg", "a.jpg.xmp", "c.jpg")
      let other = ByteString(album.home.name("other"))
      for name in there.split(separator: " ") { _ = album.home.write([], as: "other/\(name)") }
      let paths = ["a.jpg", "c.jpg"].map(album.path)
      switch verb {
      case "move": #expect(album.actions.move(paths, into: other).failures == [])
      case "copy": #expect(album.actions.copy(paths, into: other).failures == [])
      default:
        _ = album.actions.copy([paths[0]], into: other)
        let result = album.actions.write([1], as: ByteString("c.jpg"), modified: nil, into: other)
        #expect(result.failures == [])
      }
      let new = Set(album.home.names(in: "other")).subtracting(
        there.split(separator: " ").map(String.init))
      #expect(new.sorted().joined(separator: " ") == names, "\(verb)")
    }
  }

  @Test func `a photo does not take over the sidecar of one copied with it`() {
    let album = Album("a.jpg", "a.xmp")
    _ = album.home.write([], as: "other/a.png")
    let third = ByteString(album.home.name("data"))
    let paths = [album.path("a.jpg"), ByteString(album.home.name("other/a.png"))]
    #expect(album.actions.copy(paths, into: third).failures == [])
    #expect(album.home.names(in: "data") == ["a.jpg", "a.xmp", "a_1.png"])
  }

  @Test func `a copy has the permissions and the modification time of the file`() throws {
    let album = Album("a.jpg")
    let path = album.path("a.jpg")
    chmod(path.lossyText, 0o640)
    utimes(
      path.lossyText, [timeval(tv_sec: 5, tv_usec: 7), timeval(tv_sec: 1_000_000_000, tv_usec: 9)])
    let copy = try #require(
      album.actions.copy([path], into: ByteString(album.home.name("other"))).copies.first)
    let place = try FilePlace(copy)
    let found = place.status
    let status = try #require(found)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(status.st_mtim.tv_sec == 1_000_000_000)
    #expect(status.st_mtim.tv_nsec == 9_000)
    #expect(album.names(in: "other") == ["a.jpg"])
  }

  @Test func `new data is written whole under a free name`() {
    let album = Album("a.jpg")
    let photos = ByteString(album.home.name("photos"))
    func write(_ name: String) -> ActionResult {
      album.actions.write(
        Array("new".utf8), as: ByteString(name), modified: 1_000_000_000, into: photos)
    }
    #expect(write("a.jpg").copies == [photos.appending(ByteString("a_1.jpg"))])
    #expect(write("b.jpg").copies == [photos.appending(ByteString("b.jpg"))])
    #expect(album.names() == ["a.jpg", "a_1.jpg=new", "b.jpg=new"])
    var status = stat()
    #expect(stat(album.home.name("photos/b.jpg"), &status) == 0)
    #expect(status.st_mtim.tv_sec == 1_000_000_000 && status.st_mode & 0o600 == 0o600)
    #expect(write("../b.jpg").failures.count == 1)
    #expect(album.names().count == 3)
    let nowhere = ByteString(album.home.name("nowhere"))
    let result = album.actions.write([1], as: ByteString("a"), modified: nil, into: nowhere)
    #expect(result.copies.isEmpty)
    #expect(result.failures == [.noFolder(FileName(nowhere), SystemError(ENOENT))])
  }

  @Test func `a photo is not moved to its own folder, and a copy there gets a number`() {
    let album = Album("a.jpg")
    let (path, photos) = (album.path("a.jpg"), ByteString(album.home.name("photos/../photos")))
    #expect(
      album.actions.move([path], into: photos).failures == [.alreadyThere(FileName(path.lastName))])
    #expect(album.actions.copy([path], into: photos).failures.isEmpty)
    #expect(album.names() == ["a.jpg", "a_1.jpg=a.jpg"])
  }

  @Test func `photos whose bytes are already in the folder are not copied again`() {
    let album = Album("a.jpg", "a.xmp", "b.jpg", "c.jpg")
    let other = ByteString(album.home.name("other"))
    _ = album.home.write(Array("another a.jpg".utf8), as: "other/a.jpg")
    _ = album.home.write(Array("b.jpg".utf8), as: "other/b.jpg")
    let paths = ["a.jpg", "b.jpg", "c.jpg"].map(album.path)
    let first = album.actions.copy(paths, into: other)
    #expect(first.copies.map(\.lastName.lossyText) == ["a_1.jpg", "c.jpg"])
    #expect(first.renamed.map(\.description) == ["a_1.jpg"])
    #expect(first.presentCount == 1 && first.failures.isEmpty)
    let names = album.names(in: "other")
    let second = album.actions.copy(paths, into: other)
    #expect(second.copies.isEmpty && second.presentCount == 3)
    #expect(album.names(in: "other") == names)
    // A file of the same size with other bytes, and one whose sidecar has other bytes.
    album.write("b.jpg", holding: "B.jpg")
    album.write("a.xmp", holding: "rated")
    let third = album.actions.copy(paths, into: other)
    #expect(third.copies.map(\.lastName.lossyText) == ["a_2.jpg", "b_1.jpg"])
    #expect(third.presentCount == 1)
  }

  @Test func `a photo that cannot be moved does not stop the others`() {
    let album = Album("a.jpg", "c.jpg")
    let paths = ["a.jpg", "b.jpg", "c.jpg"].map(album.path)
    let result = album.actions.move(paths, into: ByteString(album.home.name("other")))
    #expect(result.failures == [.gone(FileName(ByteString("b.jpg")))])
    #expect(result.step.photoCount == 2)
    #expect(album.names(in: "other") == ["a.jpg", "c.jpg"])
    let nowhere = album.actions.move([paths[0]], into: ByteString("/none"))
    #expect(nowhere.step.changes.isEmpty)
    #expect(nowhere.failures.count == 1)
  }

  @Test func `an action reports its progress and can be cancelled`() {
    let album = Album("a.jpg", "b.jpg", "c.jpg")
    let control = Mutex(ActionControl?.none)
    let told = Mutex<[ActionProgress]>([])
    let stopping = ActionControl { progress in
      told.withLock { $0.append(progress) }
      if progress.done == 2 { control.withLock { $0 }?.cancel() }
    }
    control.withLock { $0 = stopping }
    let paths = ["a.jpg", "b.jpg", "c.jpg"].map(album.path)
    let result = album.actions.putIntoTrash(paths, control: stopping)
    control.withLock { $0 = nil }
    #expect(told.withLock { $0 }.map(\.done) == [1, 2])
    #expect(result.failures == [.cancelled(FileName(ByteString("c.jpg")))])
    #expect(album.names() == ["c.jpg"])
    #expect(album.trashed == ["a.jpg", "b.jpg"])
  }

  @Test func `a cancelled copy leaves no file`() throws {
    let album = Album("a.jpg")
    let target = try FilePlace(ByteString("a.jpg"), in: ByteString(album.home.name("other")))
    let copy = try FileCopy(of: FilePlace(album.path("a.jpg")), for: .copy)
    #expect(throws: FileActionError.cancelled(FileName(ByteString("a.jpg")))) {
      try copy.make(at: target) { _ in false }
    }
    #expect(album.names(in: "other").isEmpty)
  }

  /// The behaviour of another disk, and the result.
  @Test(arguments: [
    ("DEADLY_RENAME=across", 0, "", ["a.jpg", "a.xmp"]),
    ("DEADLY_RENAME=across DEADLY_UNNAMED=1", 0, "", ["a.jpg", "a.xmp"]),
    ("DEADLY_RENAME=plain", 0, "", ["a.jpg", "a.xmp"]),
    (
      "DEADLY_RENAME=across DEADLY_FULL=1", 1,
      "a.jpg could not be moved: no space left on device\n", []
    ),
    (
      "DEADLY_RENAME=across DEADLY_FULL=1 DEADLY_UNNAMED=1", 1,
      "a.jpg could not be moved: no space left on device\n", []
    ),
  ])
  func `photos are moved between file systems, or stay when the disk is full`(
    disk: String, status: Int32, output: String, moved: [String]
  ) {
    let album = Album("a.jpg", "a.xmp")
    let result = Shell.run(
      "LD_PRELOAD=\"$1\" \(disk) exec \"$2\" \"$3\" move \"$4\" \"$5\"",
      [
        Shell.deadlyDisk, Shell.actor, album.data, album.home.name("other"),
        album.path("a.jpg").lossyText,
      ])
    #expect(result.status == status)
    #expect(result.output == output)
    #expect(album.names(in: "other") == moved)
    #expect(album.names() == (moved.isEmpty ? ["a.jpg", "a.xmp"] : []))
  }
}
