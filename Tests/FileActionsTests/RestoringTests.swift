import Base
import FileActions
import Glibc
import TestSupport
import Testing

/// The trash as a list, and photos that are put back from there.
@Suite(.integration)
struct RestoringTests {
  /// Trashes photos of an album at a time given in seconds.
  private func trash(_ names: [String], at seconds: Int = 1_700_000_000, in album: Album) {
    let trash = Trash(dataHome: ByteString(album.data), clock: WallClock { seconds })
    _ = FileActions(trash: trash).putIntoTrash(names.map(album.path))
  }

  private func listed(_ album: Album) throws -> [TrashEntry] {
    try album.actions.trashed(near: nil) { $0.lossyText.hasSuffix(".jpg") }
  }

  /// Restores the photos in the trash of these names.
  private func restore(_ names: [String], _ album: Album, pairs: Bool = false) throws
    -> ActionResult
  {
    let entries = try listed(album).filter { names.contains($0.path.lastName.lossyText) }
    return album.actions.joining(pairs: pairs).restore(entries)
  }

  private func records(_ album: Album) -> [String] { album.home.names(in: "data/Trash/info") }

  @Test func `photos are listed from the newest deletion to the oldest, without other files`()
    throws
  {
    let album = Album("a.jpg", "a.jpg.xmp", "b.jpg", "c.jpg", "notes.txt")
    #expect(try listed(album) == [])
    for (name, second) in [("b.jpg", 3), ("a.jpg", 7), ("notes.txt", 8), ("c.jpg", 5)] {
      trash([name], at: 1_700_000_000 + second * 60, in: album)
    }
    let entries = try listed(album)
    #expect(entries.map(\.path.lastName.lossyText) == ["a.jpg", "c.jpg", "b.jpg"])
    #expect(entries.map(\.original) == ["a.jpg", "c.jpg", "b.jpg"].map(album.path))
    #expect(
      entries.allSatisfy { $0.deletionTime?.hasPrefix("2023-11-1") == true }
        && entries.allSatisfy { $0.deletionTime?.count == 16 })
  }

  @Test(
    arguments: [
      (
        "[Trash Info]\nPath=/p/a%20b.jpg\nDeletionDate=2024-05-17T14:03:59\n", "/p/a b.jpg",
        "2024-05-17 14:03"
      ),
      (
        "[Trash Info]\nDeletionDate=2024-05-17T14:03:59\nPath=/p/%0A%FF.jpg\n# x\n",
        "/p/\n\u{FFFD}.jpg", "2024-05-17 14:03"
      ),
      (
        "[Trash Info]\nPath=/p/ä.jpg\nDeletionDate=2024-05-17T14:03:59\n", "/p/ä.jpg",
        "2024-05-17 14:03"
      ),
      ("[Trash Info]\nPath=/p/a.jpg\nDeletionDate=yesterday\n", "/p/a.jpg", nil),
      ("[Trash Info]\nPath=/p/a.jpg\nDeletionDate=2024-02-30T14:03:59\n", "/p/a.jpg", nil),
      ("[Trash Info]\nPath=/p/a.jpg\n", "/p/a.jpg", nil),
      (
        "[Trash Info]\nPath=/p/../etc/a.jpg\nDeletionDate=2024-05-17T14:03:59\n", nil,
        "2024-05-17 14:03"
      ),
      ("[Trash Info]\nPath=/p/%2E%2E/a.jpg\n", nil, nil),
      ("[Trash Info]\nPath=p/a.jpg\n", nil, nil), ("[Trash Info]\nPath=\n", nil, nil),
      ("[Trash Info]\nPath=/\n", nil, nil), ("[Trash Info]\nPath=/p/a%2.jpg\n", nil, nil),
      ("[Trash Info]\nPath=/p/a%zz.jpg\n", nil, nil),
      ("[Trash Info]\nPath=/p/a%00.jpg\n", nil, nil),
      ("[Trash Info]\nPath=/p/a\nb.jpg\n", nil, nil),
      ("[Trash Info]\nPath=/p/a\tb.jpg\n", nil, nil),
      ("[Trash Info]\r\nPath=/p/a.jpg\r\n", nil, nil),
      ("\u{FEFF}[Trash Info]\nPath=/p/a.jpg\n", nil, nil),
      ("[Trash Info]\nPath=/p/a.desktop\n", nil, nil),
      ("Path=/p/a.jpg\n", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func `invalid records give no original path`(
    record: String, original: String?, time: String?
  ) throws {
    let album = try trashed(Array(record.utf8))
    let entry = try #require(try listed(album).first)
    #expect(entry.original?.lossyText == original)
    #expect(entry.deletionTime == time)
  }

  /// An album with `x.jpg` in its trash; nil for no record.
  private func trashed(_ record: [UInt8]?) throws -> Album {
    let album = Album("x.jpg")
    trash(["x.jpg"], in: album)
    unlink(album.home.name("data/Trash/info/x.jpg.trashinfo"))
    if let record { _ = album.home.write(record, as: "data/Trash/info/x.jpg.trashinfo") }
    return album
  }

  @Test(
    arguments: [
      nil, Array("[Trash Info]\nPath=/p/\u{E4}.jpg\n".unicodeScalars.map { UInt8($0.value) }),
      [0xFF, 0xFE] + Array("[Trash Info]\nPath=/p/a.jpg\n".utf8).flatMap { [$0, 0] },
      Array("[Trash Info]\nPath=/p/../../a.jpg\n".utf8), [UInt8](repeating: 0x41, count: 70_000),
    ] as [[UInt8]?])
  func `a photo without a valid record is listed, and stays when it is to be restored`(
    record: [UInt8]?
  ) throws {
    let album = try trashed(record)
    #expect(try listed(album).map(\.original) == [nil])
    let result = try restore(["x.jpg"], album)
    #expect(
      result.failures.map(\.description) == [
        "x.jpg cannot be restored: the trash has no valid record of its folder; copy it instead"
      ])
    #expect(album.trashed == ["x.jpg"] && result.step.changes.isEmpty)
  }

  @Test func `a photo is restored with the sidecars that were trashed with it`() throws {
    let album = Album("a.jpg", "a.jpg.xmp", "a.xmp", "b.jpg", "b.xmp")
    trash(["a.jpg", "b.jpg"], in: album)
    // Of the same path, but trashed at another time.
    album.write("a.xmp", holding: "older")
    trash(["a.xmp"], at: 1_600_000_000, in: album)
    let result = try restore(["a.jpg"], album)
    #expect(result.failures.isEmpty && result.renamed.isEmpty && result.madeFolders.isEmpty)
    #expect(album.names() == ["a.jpg", "a.jpg.xmp", "a.xmp"])
    #expect(album.trashed == ["a_2.xmp=older", "b.jpg", "b.xmp"])
    #expect(records(album) == ["a_2.xmp.trashinfo", "b.jpg.trashinfo", "b.xmp.trashinfo"])
    #expect(result.step.photoCount == 1 && result.restored.count == 3)
  }

  @Test func `both files of a pair are restored where pairs count as one photo`() throws {
    for pairs in [false, true] {
      let album = Album("a.jpg", "a.cr2", "a.cr2.xmp")
      _ = album.actions.joining(pairs: true).putIntoTrash([album.path("a.jpg")])
      _ = try restore(["a.jpg"], album, pairs: pairs)
      #expect(album.names() == (pairs ? ["a.cr2", "a.cr2.xmp", "a.jpg"] : ["a.jpg"]))
    }
  }

  @Test func `name conflicts get a number, and the new names are reported`() throws {
    let album = Album("a.jpg", "a.jpg.xmp", "b.jpg", "b.xmp")
    trash(["a.jpg", "b.jpg"], in: album)
    album.write("a.jpg", holding: "another")
    album.write("b.xmp", holding: "another")
    let result = try restore(["a.jpg", "b.jpg"], album)
    #expect(result.failures.isEmpty)
    #expect(
      album.names() == [
        "a.jpg=another", "a_1.jpg=a.jpg", "a_1.jpg.xmp=a.jpg.xmp", "b.xmp=another",
        "b_1.jpg=b.jpg", "b_1.xmp=b.xmp",
      ])
    #expect(Set(result.renamed.map(\.description)) == ["a_1.jpg", "b_1.jpg"])
  }

  @Test func `a folder that is gone is made again`() throws {
    let album = Album()
    for folder in ["photos/deep", "photos/deep/er"] { album.home.folder(folder) }
    for name in ["deep/er/a.jpg", "deep/er/b.jpg"] { album.write(name) }
    trash(["deep/er/a.jpg", "deep/er/b.jpg"], in: album)
    for folder in ["photos/deep/er", "photos/deep"] { rmdir(album.home.name(folder)) }
    let result = try restore(["a.jpg", "b.jpg"], album)
    #expect(result.failures.isEmpty && result.madeFolders == [album.path("deep/er")])
    #expect(album.home.names(in: "photos/deep/er") == ["a.jpg", "b.jpg"])
  }

  @Test func `restoring is undone and redone`() throws {
    let album = Album("a.jpg", "a.jpg.xmp")
    trash(["a.jpg"], in: album)
    var journal = ActionJournal()
    journal.record(try restore(["a.jpg"], album).step)
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names().isEmpty && album.trashed == ["a.jpg", "a.jpg.xmp"])
    #expect(records(album) == ["a.jpg.trashinfo", "a.jpg.xmp.trashinfo"])
    #expect(try listed(album).map(\.original) == [album.path("a.jpg")])
    #expect(journal.redo(by: album.actions)?.failures == [])
    #expect(album.names() == ["a.jpg", "a.jpg.xmp"] && records(album).isEmpty)
    album.write("a.jpg", holding: "edited")
    #expect(journal.undo(by: album.actions)?.step.changes.isEmpty == true)
    #expect(album.names().contains("a.jpg=edited"))
  }

  @Test func `entries changed since listing are not restored`() throws {
    let album = Album("a.jpg", "b.jpg")
    trash(["a.jpg", "b.jpg"], in: album)
    let entries = try listed(album)
    _ = album.home.write(
      Array("[Trash Info]\nPath=/elsewhere/a.jpg\nDeletionDate=2024-05-17T14:03:59\n".utf8),
      as: "data/Trash/info/a.jpg.trashinfo")
    unlink(album.home.name("data/Trash/info/b.jpg.trashinfo"))
    let result = album.actions.restore(entries)
    #expect(
      Set(result.failures.map(\.description)) == [
        "a.jpg is no longer in the trash", "b.jpg is no longer in the trash",
      ])
    #expect(album.trashed == ["a.jpg", "b.jpg"] && album.names().isEmpty)
  }

  @Test func `erasing a photo in the trash leaves the other half of its pair and their sidecar`()
    throws
  {
    let album = Album("a.jpg", "a.cr2", "a.xmp", "a.jpg.xmp")
    _ = album.actions.joining(pairs: true).putIntoTrash([album.path("a.jpg")])
    #expect(album.names().isEmpty)
    let erased = album.actions.joining(pairs: true).erase(trashed: try listed(album))
    #expect(erased.failures.isEmpty && erased.photos.map(\.lastName) == [ByteString("a.jpg")])
    #expect(album.home.names(in: "data/Trash/files") == ["a.cr2", "a.xmp"])
    #expect(records(album) == ["a.cr2.trashinfo", "a.xmp.trashinfo"])
  }

  @Test func `a photo is erased with its record and sidecars, but not with those of another`()
    throws
  {
    let album = Album("a.jpg", "a.jpg.xmp", "a.png", "a.xmp", "b.jpg")
    trash(["a.jpg", "a.png", "b.jpg"], in: album)
    _ = album.home.write([1], as: "photos/b.jpg.xmp")
    trash(["b.jpg.xmp"], at: 1_600_000_000, in: album)
    let entries = try listed(album)
    let erased = album.actions.erase(trashed: entries)
    #expect(erased.failures.isEmpty && erased.photos.count == 2)
    #expect(album.home.names(in: "data/Trash/files") == ["a.png", "a.xmp", "b.jpg.xmp"])
    #expect(
      records(album) == ["a.png.trashinfo", "a.xmp.trashinfo", "b.jpg.xmp.trashinfo"])
    unlink(album.home.name("data/Trash/info/a.png.trashinfo"))
    let rest = try album.actions.trashed(near: nil) { $0 == ByteString("a.png") }
    #expect(album.actions.erase(trashed: rest).failures.isEmpty)
    #expect(album.home.names(in: "data/Trash/files") == ["a.xmp", "b.jpg.xmp"])
  }
}
