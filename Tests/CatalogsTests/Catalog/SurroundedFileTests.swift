import Base
import Glibc
import TestSupport
import Testing

@testable import Catalogs

@Suite("A single named file with its folder", .timeLimit(.minutes(30)))
struct SurroundedFileTests {
  private let folder = TemporaryFolder()

  private func read(_ names: String..., isRecursive: Bool = false) -> [CatalogSnapshot] {
    let receiver = RecordingReceiver()
    var reading = CatalogReading(
      names.map { folder.entry($0) }, isRecursive: isRecursive, isSurrounded: true)
    reading.run(for: receiver)
    return receiver.snapshots
  }

  /// The names of a snapshot's photos, and which of them was named.
  private func names(_ snapshot: CatalogSnapshot?) -> [String] {
    (snapshot?.entries ?? []).map { entry in
      entry.photo.name.lossyText + (entry.id == snapshot?.named ? " *" : "")
    }
  }

  @Test(
    arguments: [
      ("b9.jpg", ["a.jpg", "b9.jpg *", "b10.jpg"]),
      ("notes.txt", ["a.jpg", "b9.jpg", "b10.jpg", "notes.txt *"]),
      (".hidden.jpg", [".hidden.jpg *", "a.jpg", "b9.jpg", "b10.jpg"]),
    ])
  func `the named file is shown first, then in its position among the folder's photos`(
    name: String, all: [String]
  ) {
    for name in ["a.jpg", "b10.jpg", "b9.jpg", "notes.txt", ".hidden.jpg"] { folder.file(name) }
    folder.folder("deep")
    folder.file("deep/z.jpg")
    let snapshots = read(name)
    #expect(names(snapshots.first) == ["\(name) *"])
    #expect(snapshots.first?.isComplete == false)
    #expect(names(snapshots.last) == all)
    #expect(snapshots.last?.isComplete == true)
    #expect(snapshots.first?.named == snapshots.last?.named)
  }

  @Test func `subfolders are read when recursive`() {
    folder.folder("deep")
    for name in ["b.jpg", "a.jpg", "deep/z.jpg"] { folder.file(name) }
    #expect(names(read("b.jpg", isRecursive: true).last) == ["a.jpg", "b.jpg *", "z.jpg"])
  }

  @Test func `a link is listed with the photos of its own folder`() {
    folder.folder("elsewhere")
    for name in ["a.jpg", "c.jpg", "elsewhere/photo.jpg"] { folder.file(name) }
    folder.link("b.jpg", to: "elsewhere/photo.jpg")
    #expect(names(read("b.jpg").last) == ["a.jpg", "b.jpg *", "c.jpg"])
  }

  @Test func `several files, a folder or a missing file get no surrounding photos`() {
    folder.folder("deep")
    for name in ["a.jpg", "b.jpg", "deep/z.jpg"] { folder.file(name) }
    #expect(names(read("b.jpg", "a.jpg").last) == ["b.jpg", "a.jpg"])
    #expect(names(read("deep").last) == ["z.jpg"])
    let missing = read("none.jpg").last
    #expect(names(missing).isEmpty && missing?.isComplete == true)
    #expect(missing?.notices.map(\.problem) == ["\(CatalogError.notFound)"])
    #expect(missing?.notices.map(\.source) == ["\(folder.entry("none.jpg"))"])
  }

  @Test func `an unreadable folder leaves the named file and is read on retry`() {
    for name in ["b.jpg", "a.jpg"] { folder.file(name) }
    chmod(folder.path, 0o711)
    let receiver = RecordingReceiver()
    var reading = Rereading([folder.entry("b.jpg")], isSurrounded: true)
    Nobody.perform { reading.run(for: receiver) }
    let alone = receiver.snapshots.last
    #expect(names(alone) == ["b.jpg *"])
    #expect(alone?.isComplete == true)
    #expect(
      alone?.notices == [
        CatalogNotice(
          source: "\(folder.path)/", problem: "\(CatalogError.accessDenied)", isFailure: true)
      ])
    chmod(folder.path, 0o755)
    reading.run(for: receiver)
    #expect(names(receiver.snapshots.last) == ["a.jpg", "b.jpg *"])
    #expect(receiver.snapshots.last?.notices.isEmpty == true)
    #expect(receiver.snapshots.last?.named == alone?.named)
  }
}
