import Base
import Glibc
import TestSupport
import Testing

@testable import FileActions

struct RenameTests {
  private func rename(_ album: Album, _ pairs: String) throws(FileActionError) -> ActionStep {
    try album.actions.rename(
      pairs.split(separator: " ").map { pair in
        let names = pair.split(separator: ">").map(String.init)
        return FileRename(album.path(names[0]), to: ByteString(names[1]))
      })
  }

  @Test(arguments: [
    ("a.jpg>d.jpg", "b.jpg c.jpg d.jpg=a.jpg"),
    ("a.jpg>a.jpg", "a.jpg b.jpg c.jpg"),
    // Chains, from either end.
    ("a.jpg>b.jpg b.jpg>d.jpg", "b.jpg=a.jpg c.jpg d.jpg=b.jpg"),
    ("b.jpg>d.jpg a.jpg>b.jpg", "b.jpg=a.jpg c.jpg d.jpg=b.jpg"),
    ("b.jpg>c.jpg a.jpg>b.jpg c.jpg>d.jpg", "b.jpg=a.jpg c.jpg=b.jpg d.jpg=c.jpg"),
    // Circles.
    ("a.jpg>b.jpg b.jpg>a.jpg", "a.jpg=b.jpg b.jpg=a.jpg c.jpg"),
    ("a.jpg>b.jpg b.jpg>c.jpg c.jpg>a.jpg", "a.jpg=c.jpg b.jpg=a.jpg c.jpg=b.jpg"),
  ])
  func `several names change at once, and back`(renames: String, after: String) throws {
    let album = Album("a.jpg", "b.jpg", "c.jpg")
    var journal = ActionJournal()
    journal.note(try rename(album, renames))
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
    ("a.jpg>..", .badName(FileName(ByteString("..")), .isFolder)),
    ("a.jpg>x/b.jpg", .badName(FileName(ByteString("x/b.jpg")), .hasSlash)),
    ("a.jpg>d.jpg a.jpg>e.jpg", .sameName(FileName(ByteString("a.jpg")))),
  ])
  func `what is in the way is found before anything moves`(renames: String, error: FileActionError)
  {
    let album = Album("a.jpg", "b.jpg", "c.jpg")
    #expect(throws: error) { try rename(album, renames) }
    #expect(album.names() == ["a.jpg", "b.jpg", "c.jpg"])
  }

  /// What there is, what is renamed, and the sidecar that is in the way.
  @Test(arguments: [
    ("a.jpg b.jpg.xmp", "a.jpg>b.jpg", "b.jpg.xmp"), ("a.jpg b.xmp", "a.jpg>b.jpg", "b.xmp"),
    ("a.jpg b.JPG.xmp", "a.jpg>b.jpg", "b.JPG.xmp"), ("a.jpg B.XMP", "a.jpg>b.jpg", "B.XMP"),
    ("a.jpg b.cr2.xmp", "a.jpg>b.jpg", "b.cr2.xmp"), ("a.jpg b.cr2 b.xmp", "a.jpg>b.jpg", "b.xmp"),
    ("a.jpg a.xmp b.jpg.xmp", "a.jpg>b.jpg", "b.jpg.xmp"),
    ("a.jpg c.jpg b.jpg.xmp", "c.jpg>d.jpg a.jpg>b.jpg", "b.jpg.xmp"),
  ])
  func `no photo takes over a sidecar that is there already`(
    there: String, renames: String, sidecar: String
  ) {
    let album = Album()
    for name in there.split(separator: " ") { album.write(String(name)) }
    let error = FileActionError.sidecarThere(
      FileName(ByteString(sidecar)), FileName(ByteString("b.jpg")))
    #expect(throws: error) { try rename(album, renames) }
    #expect(album.names() == there.split(separator: " ").map(String.init).sorted())
  }

  /// What there is, what is renamed, and what there is then.
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
  func `a sidecar that is its own, or another photo's own, is not in the way, also of the way back`(
    there: String, renames: String, after: String
  ) throws {
    let album = Album()
    for name in there.split(separator: " ") { album.write(String(name)) }
    var journal = ActionJournal()
    journal.note(try rename(album, renames))
    #expect(album.names().joined(separator: " ") == after)
    #expect(journal.undo(by: album.actions)?.failures == [])
    #expect(album.names() == there.split(separator: " ").map(String.init).sorted())
  }

  @Test func `what belongs to a photo gets its name`() throws {
    let album = Album("a.jpg", "a.jpg.xmp", "a.xmp", "a.cr2", "a.cr2.xmp")
    let step = try rename(album, "a.jpg>b.jpeg")
    #expect(
      album.names() == [
        "b.cr2=a.cr2", "b.cr2.xmp=a.cr2.xmp", "b.jpeg=a.jpg", "b.jpeg.xmp=a.jpg.xmp", "b.xmp=a.xmp",
      ])
    #expect(step.photoCount == 1)
  }

  @Test func `a name that somebody takes meanwhile is left alone, and all have their old names`() {
    let album = Album("a.jpg", "b.jpg")
    let plan = try? RenamePlan([
      FileRename(album.path("a.jpg"), to: ByteString("c.jpg")),
      FileRename(album.path("b.jpg"), to: ByteString("d.jpg")),
    ])
    album.write("d.jpg", holding: "another")
    #expect(throws: FileActionError.taken(FileName(ByteString("d.jpg")))) { try plan?.run() }
    #expect(album.names() == ["a.jpg", "b.jpg", "d.jpg=another"])
  }
}
