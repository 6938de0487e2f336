import Base
import CatalogStage
import Catalogs
import Glibc
import TestSupport
import Testing

/// Kinds of folder entries, read on the test's own thread.
struct FolderReaderTests {
  private let folder = TemporaryFolder()

  @Test func `special files are counted and never opened`() {
    folder.fifo("pipe.jpg")
    folder.fifo("pipe")
    folder.socket("socket.png")
    folder.link("device.jpg", to: "/dev/zero")
    folder.file("a.jpg")
    let result = read()
    #expect(result.names == ["a.jpg"])
    #expect(result.skipped.special == 4)
    #expect(result.skipped.count == 4)
  }

  @Test func `links to files are photos, broken ones are counted`() {
    folder.file("notes.txt")
    folder.link("photo.jpg", to: "notes.txt")
    folder.link("nowhere.jpg", to: "gone.jpg")
    folder.link("round.jpg", to: "round.jpg")
    folder.link("there.jpg", to: "back.jpg")
    folder.link("back.jpg", to: "there.jpg")
    let result = read()
    #expect(result.names == ["photo.jpg"])
    #expect(result.skipped.brokenLinks == 4)
    #expect(result.skipped.count == 4)
  }

  @Test func `subfolders are read only recursively`() {
    folder.folder("sub")
    folder.file("sub/a.jpg")
    folder.file("b.jpg")
    #expect(read().names == ["b.jpg"])
    #expect(read(isRecursive: true).names == ["b.jpg", "sub/a.jpg"])
  }

  @Test func `a folder's photos precede those of its subfolders`() {
    for name in ["d10", "d9", "d9/sub", ".hidden"] { folder.folder(name) }
    for name in ["z.jpg", "d10/a.jpg", "d9/z.jpg", "d9/sub/a.jpg", ".hidden/a.jpg", "a.jpg"] {
      folder.file(name)
    }
    #expect(
      read(isRecursive: true).names
        == ["a.jpg", "z.jpg", "d9/z.jpg", "d9/sub/a.jpg", "d10/a.jpg"])
  }

  @Test func `links to the folder itself or its parent are counted as broken`() {
    folder.folder("sub")
    folder.file("sub/a.jpg")
    folder.link("self", to: ".")
    folder.link("sub/parent", to: "..")
    let result = read(isRecursive: true)
    #expect(result.names == ["sub/a.jpg"])
    #expect(result.skipped.brokenLinks == 2)
  }

  @Test func `a folder that can be reached twice is read once`() {
    folder.folder("a")
    folder.file("a/1.jpg")
    folder.link("b", to: "a")
    let result = read(isRecursive: true)
    #expect(result.names == ["a/1.jpg"])
    #expect(result.skipped.count == 0)
  }

  @Test func `a link to a folder elsewhere is followed`() {
    let elsewhere = TemporaryFolder()
    elsewhere.file("1.jpg")
    folder.link("there", to: elsewhere.path)
    #expect(read(isRecursive: true).names == ["there/1.jpg"])
    #expect(read().names.isEmpty)
  }

  @Test func `an unreadable folder is counted and the others are read`() {
    folder.folder("locked")
    folder.file("locked/a.jpg")
    folder.lock("locked")
    folder.folder("open")
    folder.file("open/b.jpg")
    chmod(folder.path, 0o755)
    let locked = folder.entry("locked")
    let (result, problems) = Nobody.perform {
      (read(isRecursive: true), FolderCatalog.problems(in: [locked]))
    }
    #expect(result.names == ["open/b.jpg"])
    #expect(result.skipped.unreadable == 1)
    #expect(problems == [ArgumentProblem(argument: locked, error: .accessDenied)])
  }

  @Test func `a photo 500 folders deep, beyond PATH_MAX, is found`() {
    folder.nest("down and down", depth: 500, file: "a.jpg")
    let result = read(isRecursive: true)
    let path = String(repeating: "down and down/", count: 500) + "a.jpg"
    #expect(path.utf8.count > Int(PATH_MAX))
    #expect(result.names == [path])
    #expect(result.skipped.count == 0)
  }

  @Test func `unusual names are preserved byte for byte`() {
    let names: [[UInt8]] = [
      Array(" -rf %s.jpg".utf8), [0xFF, 0xFE] + Array(".jpg".utf8), Array("a\nb\u{1B}[2J.jpg".utf8),
      Array(String(repeating: "x", count: 251).utf8) + Array(".jpg".utf8),
      Array("e\u{301}.jpg".utf8), Array("\u{E9}.jpg".utf8), Array("\u{202E}gpj.jpg".utf8),
    ]
    for name in names { folder.file(named: name) }
    let photos = RecordingReceiver.read([folder.argument]).last?.photos ?? []
    #expect(Set(photos.map(\.name)) == Set(names.map { ByteString($0) }))
    #expect(photos.count == names.count)
    for photo in photos {
      #expect(FolderCatalog.problems(in: [photo.path].compactMap(\.self)).isEmpty)
    }
  }

  /// Reads the folder to its end, and returns the photos' paths from there.
  private func read(isRecursive: Bool = false) -> (names: [String], skipped: SkippedEntries) {
    let last = RecordingReceiver.read([folder.argument], isRecursive: isRecursive).last
    let paths =
      last?.photos.map { ($0.path?.lossyText ?? "").dropFirst(folder.path.count + 1) } ?? []
    return (paths.map { String($0) }, last?.skipped ?? SkippedEntries())
  }
}
