import Base
import Imaging
import TestSupport
import Testing

@testable import Storage

@Suite("Descriptions of photos in the index") struct PhotoDescriptionTests {
  private let folder = TemporaryFolder()
  private static let place = ByteString("/photos")

  private func index() -> PhotoIndex { PhotoIndex(folder: folder.name("cache")) }

  private static let metadata: PhotoMetadata = {
    var metadata = PhotoMetadata()
    (metadata.title, metadata.caption, metadata.altText) = ("Lake", "Two\nlines", "A lake")
    metadata.keywords = ["Animals|Dogs", "beach, cold"]
    metadata.people = ["Ann", "Bob"]
    metadata.position = GeoPosition(latitude: -48.2, longitude: 16.123456789, altitude: 3)
    return metadata
  }()

  private static func record(_ metadata: PhotoMetadata, _ number: Int64 = 1) -> PhotoRecord {
    PhotoRecord(
      metadata, version: IndexedVersion(byteCount: number, modified: 1, changed: 1, inode: 1))
  }

  private static func name(_ number: Int) -> ByteString { ByteString("IMG_\(number).jpg") }

  /// By index in the names.
  private func descriptions(_ numbers: [Int]) async -> [Int: PhotoDescription] {
    var found: [Int: PhotoDescription] = [:]
    await index().forEachDescription(of: numbers.map(Self.name), in: Self.place) { found[$0] = $1 }
    return found
  }

  @Test func `descriptions are read on request, few or many at once`() async {
    let stored = PhotoDescription(Self.metadata)
    #expect(stored.keywords == Self.metadata.keywords && stored.position?.longitude == 16.1234568)
    let records = (0..<2_000).map { number in
      (name: Self.name(number), record: Self.record(number % 2 == 0 ? Self.metadata : .init()))
    }
    await index().keep(records, in: Self.place)
    #expect(await index().records(of: [Self.name(0)], in: Self.place)[0]?.description == nil)
    #expect(await descriptions([4, 3, 7_777, 4]) == [0: stored, 3: stored])
    let many = await descriptions(Array((0..<2_000).reversed()))
    #expect(many.count == 1_000 && many.keys.allSatisfy { $0 % 2 == 1 })
  }

  @Test func `a newer record replaces the description or removes it`() async {
    let index = index()
    await index.keep([(Self.name(1), Self.record(Self.metadata))], in: Self.place)
    var other = PhotoMetadata()
    other.title = "Sea"
    await index.keep([(Self.name(1), Self.record(other, 2))], in: Self.place)
    #expect(await descriptions([1])[0] == PhotoDescription(other))
    await index.keep([(Self.name(1), Self.record(PhotoMetadata(), 3))], in: Self.place)
    #expect(await descriptions([1]).isEmpty)
    await index.keep([(Self.name(1), Self.record(other, 4))], in: Self.place)
    await index.clear()
    #expect(await descriptions([1]).isEmpty)
  }

  @Test func `texts that a sidecar removes stay removed`() async {
    var removed = PhotoDescription()
    (removed.hasNoKeywords, removed.title, removed.caption) = (true, "", "")
    var record = Self.record(PhotoMetadata())
    record.describe(removed)
    await index().keep([(Self.name(1), record)], in: Self.place)
    #expect(await descriptions([1]) == [0: removed])
    removed.fill(from: PhotoDescription(Self.metadata))
    #expect(removed.keywords.isEmpty && removed.title == "" && removed.caption == "")
    #expect(removed.people == Self.metadata.people)
  }

  @Test func `the view of photos has them in columns`() async throws {
    await index().keep([(Self.name(1), Self.record(Self.metadata))], in: Self.place)
    let row = try SQLiteConnection.open(
      folder.name("cache/photos.sqlite"), patience: 0, for: .reading
    ).prepare(
      """
      SELECT keywords, people, title, caption, alt_text, printf('%.4f %.4f', latitude, longitude)
      FROM photos
      """
    ).first { row in (0..<6).map { row.text($0) } }
    #expect(
      row == [
        "Animals|Dogs, beach, cold", "Ann, Bob", "Lake", "Two\nlines", "A lake", "-48.2000 16.1235",
      ])
  }

  @Test func `an index of the version before descriptions is replaced by one that reads them`()
    async throws
  {
    folder.folder("cache")
    try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 0)
      .execute("CREATE TABLE photo (folder); PRAGMA user_version = 6")
    await index().keep([(Self.name(1), Self.record(Self.metadata))], in: Self.place)
    #expect(await descriptions([1]).count == 1)
  }

  @Test func `long words are cut, and too many are left out`() {
    var metadata = PhotoMetadata()
    metadata.keywords = (0..<256).map { "\($0) " + String(repeating: "ä", count: 2_000) }
    let stored = PhotoDescription(metadata)
    #expect(stored.keywords.allSatisfy { $0.utf8.count <= PhotoDescription.wordByteLimit })
    #expect(stored.keywords.count > 50)
    #expect(stored.keywords.joined().utf8.count <= PhotoDescription.listByteLimit)
  }

  @Test func `rows that another program wrote are sanitised`() async throws {
    let index = index()
    await index.keep([(Self.name(1), Self.record(Self.metadata))], in: Self.place)
    try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 1_000).execute(
      """
      UPDATE description SET keywords = 'a' || char(27) || 'b' || char(10) || char(10) || 'a',
      title = '', latitude = 9000000000000
      """)
    let found = await descriptions([1])[0]
    #expect(found?.keywords == ["a b", "a"] && found?.title == nil && found?.position == nil)
  }
}
