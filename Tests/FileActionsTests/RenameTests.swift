import Base
import Glibc
import TestSupport
import Testing

@testable import FileActions

struct RenameTests {
  private func rename(_ album: Album, _ pairs: String) throws(FileActionError) -> ActionStep {
    let result = album.actions.rename(
      pairs.split(separator: " ").map { pair in
        let names = pair.split(separator: ">").map(String.init)
        return FileRename(album.path(names[0]), to: ByteString(names[1]))
      })
    if let first = result.failures.first { throw first }
    return result.step
  }

  @Test(arguments: [
    ("a.jpg>d.jpg", "b.jpg c.jpg d.jpg=a.jpg"),
    ("a.jpg>a.jpg", "a.jpg b.jpg c.jpg"),
    // Chains, from either end.
    ("a.jpg>b.jpg b.jpg>d.jpg", "b.jpg=a.jpg c.jpg d.jpg=b.jpg"),
    ("b.jpg>d.jpg a.jpg>b.jpg", "b.jpg=a.jpg c.jpg d.jpg=b.jpg"),
    ("b.jpg>c.jpg a.jpg>b.jpg c.jpg>d.jpg", "b.jpg=a.jpg c.jpg=b.jpg d.jpg=c.jpg"),
    // Cycles.
    ("a.jpg>b.jpg b.jpg>a.jpg", "a.jpg=b.jpg b.jpg=a.jpg c.jpg"),
    ("a.jpg>b.jpg b.jpg>c.jpg c.jpg>a.jpg", "a.jpg=c.jpg b.jpg=a.jpg c.jpg=b.jpg"),
  ])
  func `several files are renamed at once and back, also in chains and cycles`(
    renames: String, after: String
  ) throws {
    let album = Album("a.jpg", "b.jpg", "c.jpg")
    var journal = ActionJournal()
    journal.record(try rename(album, renames))
    #expect(album.names().joined(separator: " ") == after)
    let hasChanged = after != "a.jpg b.jpg c.jpg"
    #expect((journal.undo(by: album.actions) != nil) == hasChanged)
    #expect(album.names() == ["a.jpg", "b.jpg", "c.jpg"])
    #expect((journal.redo(by: album.actions)?.failures == []) == hasChanged)
    #expect(album.names().joined(separator: " ") == after)
  }

  @Test(arguments: [
    ("a.jpg>d.jpg b.jpg>d.jpg", FileActionError.sameName(FileName(ByteString("d.jpg")))),
    ("a.jpg>b.jpg", .taken(FileName(ByteString("b.jpg")))),
    ("a.jpg>b.jpg b.jpg>c.jpg", .taken(FileName(ByteString("c.jpg")))),
    ("a.jpg>d.jpg x.jpg>e.jpg", .gone(FileName(ByteString("x.jpg")))),
    ("a.jpg>d.jpg b.jpg>.b.jpg", .badName(FileName(ByteString(".b.jpg")), .isHidden)),
    ("a.jpg>..", .badName(FileName(ByteString("..")), .isFolder)),
    ("a.jpg>x/b.jpg", .badName(FileName(ByteString("x/b.jpg")), .hasSlash)),
    ("a.jpg>d.jpg a.jpg>e.jpg", .sameName(FileName(ByteString("a.jpg")))),
  ])
  func `conflicts and invalid names are found before any file is renamed`(
    renames: String, error: FileActionError
  ) {
    let album = Album("a.jpg", "b.jpg", "c.jpg")
    #expect(throws: error) { try rename(album, renames) }
    #expect(album.names() == ["a.jpg", "b.jpg", "c.jpg"])
  }

  /// Existing files, the renames, and the conflicting sidecar.
  @Test(arguments: [
    ("a.jpg b.jpg.xmp", "a.jpg>b.jpg", "b.jpg.xmp"), ("a.jpg b.xmp", "a.jpg>b.jpg", "b.xmp"),
    ("a.jpg b.JPG.xmp", "a.jpg>b.jpg", "b.JPG.xmp"), ("a.jpg B.XMP", "a.jpg>b.jpg", "B.XMP"),
    ("a.jpg b.cr2.xmp", "a.jpg>b.jpg", "b.cr2.xmp"), ("a.jpg b.cr2 b.xmp", "a.jpg>b.jpg", "b.xmp"),
    ("a.jpg a.xmp b.jpg.xmp", "a.jpg>b.jpg", "b.jpg.xmp"),
    ("a.jpg c.jpg b.jpg.xmp", "c.jpg>d.jpg a.jpg>b.jpg", "b.jpg.xmp"),
  ])
  func `a rename by which a photo would take over a sidecar is refused`(
    there: String, renames: String, sidecar: String
  ) {
    let album = Album()
    for name in there.split(separator: " ") { album.write(String(name)) }
    let error = FileActionError.sidecarThere(
      FileName(ByteString(sidecar)), FileName(ByteString("b.jpg")))
    #expect(throws: error) { try rename(album, renames) }
    #expect(album.names() == there.split(separator: " ").map(String.init).sorted())
  }

  /// Existing files, the renames, and the files afterwards.
  @Test(arguments: [
    ("a.jpg a.xmp", "a.jpg>a.jpeg", "a.jpeg=a.jpg a.xmp"),
    ("a.jpg a.png a.xmp", "a.jpg>b.jpg", "a.png a.xmp b.jpg=a.jpg"),
    ("a.jpg a.jpg.xmp b.xmp", "a.jpg>b.jpg", "b.jpg=a.jpg b.jpg.xmp=a.jpg.xmp b.xmp"),
    (
      "a.jpg a.jpg.xmp b.jpg", "a.jpg>b.jpg b.jpg>a.jpg",
      "a.jpg=b.jpg b.jpg=a.jpg b.jpg.xmp=a.jpg.xmp"
    ),
    ("a.jpg a.JPG.xmp", "a.jpg>b.jpg", "b.JPG.xmp=a.JPG.xmp b.jpg=a.jpg"),
    ("a.jpg a.JPG.xmp", "a.jpg>b.png", "b.png=a.jpg b.png.xmp=a.JPG.xmp"),
    ("a.jpg b.JPG b.JPG.xmp", "a.jpg>b.jpg", "b.JPG b.JPG.xmp b.jpg=a.jpg"),
  ])
  func `sidecars of the photo or of another one do not block a rename or its undo`(
    there: String, renames: String, after: String
  ) throws {
    let album = Album()
    for name in there.split(separator: " ") { album.write(String(name)) }
    var journal = ActionJournal()
    journal.record(try rename(album, renames))
    #expect(album.names().joined(separator: " ") == after)
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == there.split(separator: " ").map(String.init).sorted())
  }

  @Test func `companions of a photo are renamed with it`() throws {
    let album = Album("a.jpg", "a.jpg.xmp", "a.xmp", "a.cr2", "a.cr2.xmp")
    let step = try rename(album, "a.jpg>b.jpeg")
    #expect(
      album.names() == [
        "b.cr2=a.cr2", "b.cr2.xmp=a.cr2.xmp", "b.jpeg=a.jpg", "b.jpeg.xmp=a.jpg.xmp", "b.xmp=a.xmp",
      ])
    #expect(step.photoCount == 1)
  }

  @Test func `a name that is taken meanwhile reverts the whole rename and is left alone`() {
    let album = Album("a.jpg", "b.jpg")
    let plan = RenamePlan([
      FileRename(album.path("a.jpg"), to: ByteString("c.jpg")),
      FileRename(album.path("b.jpg"), to: ByteString("d.jpg")),
    ])
    album.write("d.jpg", holding: "another")
    #expect(throws: FileActionError.taken(FileName(ByteString("d.jpg")))) { try plan.run() }
    #expect(album.names() == ["a.jpg", "b.jpg", "d.jpg=another"])
  }
}
