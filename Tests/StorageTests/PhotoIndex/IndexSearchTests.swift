import Base
import Imaging
import Storage
import Testing

/// Searches through all folders of the index.
@Suite("Searching the index", .timeLimit(.minutes(30)))
struct IndexSearchTests {
  private let index = PhotoIndex(folder: nil)

  private static func record(
    bytes: Int64 = 1_000, modified: Int64 = 5, second: Int64? = 7, width: Int = 40,
    camera: String = "A", keywords: [String] = []
  ) -> PhotoRecord {
    var metadata = PhotoMetadata()
    metadata.model = camera
    metadata.keywords = keywords
    metadata.size = PhotoMetadata.size(width: width, height: 30)
    metadata.captureDate = second.flatMap {
      CaptureDate(wallMilliseconds: $0 * 1_000, utcOffset: nil)
    }
    return PhotoRecord(
      metadata,
      version: IndexedVersion(byteCount: bytes, modified: modified, changed: modified, inode: 3))
  }

  private func keep(_ records: [(String, PhotoRecord)], in folder: String) async {
    await index.keep(
      records.map { (name: ByteString($0.0), record: $0.1) }, in: ByteString(folder))
  }

  @Test func `keywords of all folders are counted with the levels above them`() async {
    await keep(
      [
        ("a.jpg", Self.record(keywords: ["beach", "Animals|Dogs"])),
        ("b.jpg", Self.record(keywords: ["beach", "Animals|Dogs|Rex", "Animals|Cats"])),
        ("c.jpg", Self.record()),
      ], in: "/p")
    await keep([("a.jpg", Self.record(keywords: ["beach"]))], in: "/q")
    let found = await index.keywords().map { "\($0.value) \($0.count)" }
    #expect(
      found == [
        "beach 3", "Animals 2", "Animals|Dogs 2", "Animals|Cats 1", "Animals|Dogs|Rex 1",
      ])
  }

  @Test(arguments: [["a.jpg", "a.jpg.xmp"], ["a.xmp", "a.jpg"], ["a.cr2", "a.jpg", "a.xmp"]])
  func `the keywords of a sidecar replace those of its photo`(names: [String]) async {
    await keep(
      names.map {
        ($0, Self.record(keywords: $0.hasSuffix("xmp") ? ["new"] : ["old"]))
      }, in: "/p")
    #expect(await index.keywords().map(\.value) == ["new"])
    #expect(await index.keywords().map(\.count) == [1])
  }

  @Test func `an empty index has no keywords and no files`() async {
    #expect(await index.keywords().isEmpty)
    #expect(await index.files(like: [Self.record()]).map(\.count) == [0])
    #expect(await index.files(like: []).isEmpty)
  }

  private static let others: [PhotoRecord] = [
    record(bytes: 1_001), record(second: 8), record(width: 41), record(camera: "B"),
    record(modified: 6, second: nil), record(modified: 6),
  ]

  @Test func `files of the same size and metadata are alike, in whatever folder they are`() async {
    await keep([("a.jpg", Self.record()), ("b.jpg", Self.record(modified: 9))], in: "/p")
    await keep(
      [("c.jpg", Self.record())] + Self.others.enumerated().map { ("\($0)", $1) }, in: "/q")
    let found = await index.files(like: [Self.record(), Self.record(bytes: 1)])
    #expect(
      found.map { $0.map(\.path.lossyText).sorted() } == [
        ["/p/a.jpg", "/p/b.jpg", "/q/5", "/q/c.jpg"], [],
      ])
  }

  @Test func `without a time of capture the time of modification decides`() async {
    await keep(
      [("a.jpg", Self.record(second: nil)), ("b.jpg", Self.record(modified: 6, second: nil))],
      in: "/p")
    let found = await index.files(like: [Self.record(second: nil)])
    #expect(found.map { $0.map(\.path.lossyText) } == [["/p/a.jpg"]])
  }
}
