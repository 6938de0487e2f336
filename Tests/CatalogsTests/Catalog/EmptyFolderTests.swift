import Base
import CatalogStage
import Catalogs
import TestSupport
import Testing

/// Facts about folders without photos, read on the test's own thread.
struct EmptyFolderTests {
  private let folder = TemporaryFolder()

  @Test func `subfolders are counted when they are not read`() {
    for name in ["2023", "2024", ".hidden"] { folder.folder(name) }
    folder.file("2023/a.jpg")
    folder.file("notes.txt")
    #expect(read() == [EmptyFolder(path: folder.argument, subfolderCount: 2)])
    #expect(read().first?.mayHoldMore == true)
    #expect(read(isRecursive: true) == [])
  }

  @Test func `archives are counted apart from subfolders`() {
    folder.folder("2024")
    for name in ["a.zip", "b.cbz"] { folder.file(name) }
    #expect(
      read() == [EmptyFolder(path: folder.argument, subfolderCount: 1, archiveCount: 2)])
  }

  @Test func `a link to a folder counts as a subfolder`() {
    let elsewhere = TemporaryFolder()
    folder.link("there", to: elsewhere.path)
    #expect(read() == [EmptyFolder(path: folder.argument, subfolderCount: 1)])
  }

  @Test func `a folder with nothing but hidden entries is empty`() {
    folder.file(".hidden.jpg")
    #expect(read() == [EmptyFolder(path: folder.argument, isEmpty: true)])
  }

  @Test func `a folder that was read recursively may not contain more photos`() {
    folder.folder("a")
    folder.folder("a/b")
    let found = read(isRecursive: true)
    #expect(found == [EmptyFolder(path: folder.argument, subfolderCount: 2, isRecursive: true)])
    #expect(found.first?.mayHoldMore == false)
  }

  @Test func `each folder is reported by itself, and one with a photo is not`() {
    folder.folder("a")
    folder.folder("b")
    folder.file("b/1.jpg")
    folder.folder("c")
    folder.fifo("c/pipe")
    let arguments = ["a", "b", "c"].map { folder.entry($0) }
    #expect(
      RecordingReceiver.read(arguments).last?.emptyFolders == [
        EmptyFolder(path: arguments[0], isEmpty: true), EmptyFolder(path: arguments[2]),
      ])
  }

  @Test func `a composite catalog reports the empty folders of all its parts`() async {
    folder.folder("a")
    let parts = [folder.argument, folder.entry("a")].map {
      CompositeCatalog.Part(FolderCatalog(arguments: [$0], isRecursive: false))
    }
    let snapshot = await FollowedCatalog.whole(
      CompositeCatalog(parts, demand: CatalogDemand(0)))
    #expect(
      snapshot?.emptyFolders == [
        EmptyFolder(path: folder.argument, subfolderCount: 1),
        EmptyFolder(path: folder.entry("a"), isEmpty: true),
      ])
  }

  private func read(isRecursive: Bool = false) -> [EmptyFolder] {
    RecordingReceiver.read([folder.argument], isRecursive: isRecursive).last?.emptyFolders ?? []
  }
}
