import Base
import Glibc
import Storage
import TestSupport
import Testing

/// The photos selected last, in the file that keeps them from one start to the next.
@Suite(.integration)
struct PlaceStoreTests {
  private let home = TemporaryFolder()
  private var folder: String { home.name("state/photocell") }
  private var file: String { "\(folder)/\(PlaceStore.fileName)" }

  private func noting(_ places: [(String, String?)]) async {
    let store = PlaceStore(folder: folder)
    for (folder, name) in places { store.note(name.map { ByteString($0) }, in: ByteString(folder)) }
    await store.flush()
  }

  private func loaded() async -> [String: String] {
    let places = await PlaceStore(folder: folder).load()
    return Dictionary(uniqueKeysWithValues: places.map { ($0.lossyText, $1.lossyText) })
  }

  @Test func `stored names are loaded at the next start, and others are preserved`() async {
    #expect(await loaded() == [:])
    await noting([("/a/", "1.jpg"), ("/b/", "x/")])
    await noting([("/a/", "2\n.jpg")])
    #expect(await loaded() == ["/a/": "2\n.jpg", "/b/": "x/"])
    await noting([("/b/", nil)])
    #expect(await loaded() == ["/a/": "2\n.jpg"])
  }

  @Test func `names are bytes`() async {
    let store = PlaceStore(folder: folder)
    let (folder, name) = (ByteString([0x2F, 0xFF, 0x2F]), ByteString([0xFE, 0x0A]))
    store.note(name, in: folder)
    await store.flush()
    #expect(await PlaceStore(folder: self.folder).load() == [folder: name])
  }

  @Test func `file and folder are private to the user, and no draft is left`() async {
    await noting([("/a/", "1.jpg")])
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(home.names(in: "state/photocell") == [PlaceStore.fileName])
  }

  @Test func `the newest thousand folders are remembered`() async {
    for start in [0, 600] {
      await noting((start..<start + 600).map { ("/\($0)/", "1.jpg") })
    }
    let places = await loaded()
    #expect(places.count == PlaceStore.limit)
    #expect((600..<1200).allSatisfy { places["/\($0)/"] != nil })
  }

  @Test(arguments: [
    "", "photocell places 1\n", "photocell places 2\n/a/\0b\0", "photocell places 1\n/a/\0b",
    "photocell places 1\n/a/\0b\0/c/\0", "photocell places 1\na\0b\0",
    "photocell places 1\n/a/\0b/c\0", "photocell places 1\n/a/\0\0",
  ])
  func `a damaged file counts as empty, and is replaced`(text: String) async {
    home.folder("state")
    mkdir(folder, 0o700)
    _ = home.write(Array(text.utf8), as: "state/photocell/\(PlaceStore.fileName)")
    #expect(await loaded() == [:])
    await noting([("/a/", "1.jpg")])
    #expect(await loaded() == ["/a/": "1.jpg"])
  }

  @Test func `a link and a folder of others are not followed, and nothing is written there`()
    async
  {
    home.folder("state")
    mkdir(folder, 0o700)
    let other = home.write(Array("photocell places 1\n/a/\0b\0".utf8), as: "other")
    home.link("state/photocell/\(PlaceStore.fileName)", to: other)
    #expect(await loaded() == [:])
    await noting([("/a/", "1.jpg")])
    #expect(home.bytes(of: "other") == Array("photocell places 1\n/a/\0b\0".utf8))
    chmod(folder, 0o777)
    await noting([("/a/", "2.jpg")])
    chmod(folder, 0o700)
    #expect(await loaded() == ["/a/": "1.jpg"])
  }

  @Test func `an unwritable folder is ignored`() async {
    home.file("state")
    await noting([("/a/", "1.jpg")])
    #expect(await loaded() == [:])
  }
}
