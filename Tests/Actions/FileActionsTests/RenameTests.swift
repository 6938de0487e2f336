import Glibc
import TestSupport
import Testing
import Values

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
