import Base
import ExpiringCache
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Storage

/// The index with intact, damaged, foreign and unwritable files.
@Suite("Photo index", .integration, .timeLimit(.minutes(30)))
struct PhotoIndexTests {
  private let folder = TemporaryFolder()
  private let notices = Recorder<CacheNotice>()

  private var path: String { folder.name("cache") }
  private static let place = ByteString("/photos")

  private func index(budget: Int = PhotoIndex.standardBudget, now: Int = 1_000) -> PhotoIndex {
    PhotoIndex(folder: path, budget: budget, wallClock: WallClock { now }) { [notices] in
      notices.add($0)
    }
  }

  /// A record with every value derived from a number.
  static func record(_ number: Int) -> PhotoRecord {
    var metadata = PhotoMetadata()
    (metadata.make, metadata.model) = ("Maker", "Model \(number % 3)")
    metadata.lens = number % 2 == 0 ? "Lens \(number % 5)" : nil
    metadata.label = number % 7 == 0 ? "Red" : nil
    metadata.iso = number % 4 == 0 ? nil : number
    (metadata.aperture, metadata.focalLength) = (2.8, 4.25)
    metadata.rating = number % 5 == 0 ? -1 : nil
    metadata.duration = number % 6 == 0 ? 1 + number : nil
    metadata.isMotionPhoto = number % 3 == 0 ? true : nil
    metadata.size = PhotoMetadata.size(width: number + 1, height: 7)
    metadata.captureDate = CaptureDate(
      wallMilliseconds: Int64(number) * 1_234_567, utcOffset: number % 2 == 0 ? nil : -570)
    return PhotoRecord(metadata, version: version(number))
  }

  static func version(_ number: Int) -> IndexedVersion {
    IndexedVersion(
      byteCount: Int64(number), modified: -Int64(number), changed: .max - Int64(number),
      inode: .max - UInt64(number))
  }

  /// Names of any bytes.
  private static func name(_ number: Int) -> ByteString {
    ByteString(Array("IMG_\(number)".utf8) + [0xFF, UInt8(truncatingIfNeeded: number)])
  }

  private static func named(
    _ numbers: some Sequence<Int>
  ) -> [(name: ByteString, record: PhotoRecord)] {
    numbers.map { (name($0), record($0)) }
  }

  @Test func `stored records are read back by another index instance, few or many at once`() async {
    await index().keep(Self.named(0..<2_000), in: Self.place)
    let numbers = [1_999, 5, 0, 7_777, 5]
    let few = await index().records(of: numbers.map(Self.name), in: Self.place)
    #expect(few == numbers.map { $0 < 2_000 ? Self.record($0) : nil })
    let many = (0..<2_500).reversed() + [17, 17]
    let all = await index().records(of: many.map(Self.name), in: Self.place)
    #expect(all == many.map { $0 < 2_000 ? Self.record($0) : nil })
    #expect(await index().records(of: [Self.name(1)], in: ByteString("/other")) == [nil])
    #expect(notices.all.isEmpty)
  }

  @Test func `records with the same camera, lens and label share one object for them`() async throws
  {
    await index().keep(Self.named(0..<1_000), in: Self.place)
    let records = await index().records(of: (0..<1_000).map(Self.name), in: Self.place)
    let words = Set(records.compactMap { $0?.words }.map(ObjectIdentifier.init))
    #expect(words.count == Set(records.compactMap { $0?.words }).count)
    #expect(words.count < 100)
  }

  @Test func `a newer record replaces the older one`() async {
    let index = index()
    await index.keep([(Self.name(1), Self.record(1))], in: Self.place)
    await index.keep([(Self.name(1), Self.record(2))], in: Self.place)
    #expect(await index.records(of: [Self.name(1)], in: Self.place) == [Self.record(2)])
    await index.keep([(Self.name(1), PhotoRecord(version: Self.version(3)))], in: Self.place)
    #expect(
      await index.records(of: [Self.name(1)], in: Self.place)
        == [PhotoRecord(version: Self.version(3))])
  }

  /// Lists of many numbers, of which the index knows those below a thousand.
  static let lists: [[Int]] = [
    Array(0..<1_000), (0..<1_000).reversed(), Array(400..<1_400),
    // Some twice, before and behind others, and one three times.
    Array(0..<600) + Array(0..<600), (0..<600).reversed() + [7, 3] + Array(0..<600),
    // Unknown ones between known ones.
    (0..<600).flatMap { [$0, $0 + 1_000] },
    // In no order: 7 and a thousand have no divisor in common.
    (0..<1_000).map { $0 * 7 % 1_000 },
  ]

  @Test(arguments: lists)
  func `stored records are found in whatever order their names are requested`(numbers: [Int]) async
  {
    await index().keep(Self.named(0..<1_000), in: Self.place)
    let found = await index().records(of: numbers.map(Self.name), in: Self.place)
    #expect(found == numbers.map { $0 < 1_000 ? Self.record($0) : nil })
  }

  @Test(arguments: ["nothing at all", "SQLite format 3\0" + String(repeating: "x", count: 5_000)])
  func `a damaged index is recreated without a notice`(content: String) async {
    folder.folder("cache")
    _ = folder.write(Array(content.utf8), as: "cache/photos.sqlite")
    await index().keep(Self.named(0..<3), in: Self.place)
    #expect(
      await index().records(of: [Self.name(1)], in: Self.place) == [Self.record(1)])
    #expect(notices.all.isEmpty)
  }

  @Test func `an index with damaged pages can be read, verified and written to again`() async {
    await index().keep(Self.named(0..<3_000), in: Self.place)
    _ = await index(now: 1_000).prune()
    let good = folder.bytes(of: "cache/photos.sqlite")
    for page in stride(from: 1, to: good.count / 4096, by: 5) {
      folder.remove(["cache/photos.sqlite-wal", "cache/photos.sqlite-shm"])
      var bytes = good
      bytes.replaceSubrange(page * 4096..<page * 4096 + 200, with: repeatElement(0xA5, count: 200))
      _ = folder.write(bytes, as: "cache/photos.sqlite")
      let records = await index().records(of: (0..<3_000).map(Self.name), in: Self.place)
      #expect(records.count == 3_000)
      _ = await index().verify()
      await index().keep(Self.named(0..<3), in: Self.place)
      #expect(
        await index().records(of: [Self.name(2)], in: Self.place) == [Self.record(2)])
    }
    #expect(notices.all.isEmpty)
  }

  @Test func `an index of a newer version is left unchanged, and memory is used instead`()
    async throws
  {
    folder.folder("cache")
    let file = folder.name("cache/photos.sqlite")
    try SQLiteConnection.open(file, patience: 0)
      .execute("CREATE TABLE photo (future); PRAGMA user_version = \(IndexTables.version + 1)")
    let bytes = folder.bytes(of: "cache/photos.sqlite")
    let index = index()
    await index.keep(Self.named(0..<3), in: Self.place)
    #expect(await index.records(of: [Self.name(1)], in: Self.place) == [Self.record(1)])
    #expect(
      notices.all.map(\.description) == [
        "metadata is not cached on disk: written by a newer photocell"
      ])
    #expect(folder.bytes(of: "cache/photos.sqlite") == bytes)
    #expect(await index.usage() == CacheUsage(cost: 0, count: 0))
  }

  @Test func `an index that another program is creating is opened by a later call`() async throws {
    folder.folder("cache")
    let other = try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 0)
    try other.execute("BEGIN EXCLUSIVE; CREATE TABLE unfinished (id)")
    let index = index()
    await index.keep(Self.named(0..<3), in: Self.place)
    try other.execute("ROLLBACK")
    await index.keep(Self.named(3..<6), in: Self.place)
    let found = await self.index().records(of: (0..<6).map(Self.name), in: Self.place)
    #expect(found == [nil, nil, nil] + (3..<6).map(Self.record))
    #expect(notices.all.isEmpty)
  }

  @Test func `foreign tables with the same version are refused and left in the file`() async throws
  {
    folder.folder("cache")
    let file = folder.name("cache/photos.sqlite")
    try SQLiteConnection.open(file, patience: 0)
      .execute("CREATE TABLE photo (other); PRAGMA user_version = \(IndexTables.version)")
    let index = index()
    await index.keep(Self.named(0..<3), in: Self.place)
    #expect(await index.records(of: [Self.name(1)], in: Self.place) == [Self.record(1)])
    #expect(notices.all.count == 1)
    #expect(
      try SQLiteConnection.open(file, patience: 0).prepare("SELECT count(other) FROM photo")
        .first { $0.integer(0) } == 0)
  }

  @Test func `an unwritable folder falls back to memory with one notice`() async {
    folder.file("cache")
    let index = index()
    for number in 0..<3 { await index.keep(Self.named([number]), in: Self.place) }
    #expect(await index.records(of: [Self.name(1)], in: Self.place) == [Self.record(1)])
    #expect(notices.all.count == 1)
  }

  @Test func `without a folder memory is used without a notice`() async {
    let index = PhotoIndex(folder: nil) { [notices] in notices.add($0) }
    await index.keep(Self.named(0..<3), in: Self.place)
    #expect(await index.records(of: [Self.name(1)], in: Self.place) == [Self.record(1)])
    #expect(notices.all.isEmpty)
  }

  @Test func `an index whose file was deleted is recreated`() async {
    let index = index()
    await index.keep(Self.named(0..<3), in: Self.place)
    folder.remove(["cache/photos.sqlite", "cache/photos.sqlite-wal", "cache/photos.sqlite-shm"])
    #expect(await index.records(of: [Self.name(1)], in: Self.place) == [nil])
    await index.keep(Self.named(0..<3), in: Self.place)
    #expect(
      await self.index().records(of: [Self.name(1)], in: Self.place) == [Self.record(1)])
  }

  /// SQL by which another program may have damaged the tables.
  @Test(arguments: [
    "DELETE FROM words", "UPDATE words SET camera = NULL, lens = NULL, label = NULL",
    "UPDATE photo SET words = 99", "UPDATE photo SET bytes = -1",
    "UPDATE photo SET taken = 9223372036854775807", "UPDATE photo SET utc_offset = 32767",
    "UPDATE photo SET utc_offset = -9223372036854775808", "UPDATE photo SET precision = NULL",
    "UPDATE photo SET precision = 4", "UPDATE photo SET precision = -1",
    "UPDATE photo SET width = 0", "UPDATE photo SET width = 4294967296",
    "UPDATE photo SET height = NULL", "UPDATE photo SET orientation = 9",
  ])
  func `invalid rows are treated as missing`(sql: String) async throws {
    await index().keep(Self.named(1..<2), in: Self.place)
    try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 0).execute(sql)
    #expect(await index().records(of: [Self.name(1)], in: Self.place) == [nil])
  }

  @Test(arguments: [
    "UPDATE photo SET bytes = 'many'", "UPDATE photo SET taken = x'00'",
    "UPDATE photo SET modified = NULL", "UPDATE photo SET iso = 1.5",
    "UPDATE words SET camera = x'41'",
  ])
  func `the tables refuse a value of the wrong type`(sql: String) async throws {
    await index().keep(Self.named(1..<2), in: Self.place)
    let connection = try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 0)
    #expect(throws: SQLiteError.self) { try connection.execute(sql) }
  }

  @Test func `the view named photos shows a photo's metadata`() async throws {
    var metadata = PhotoMetadata()
    (metadata.make, metadata.model, metadata.lens) = ("Maker", "Model", "Lens")
    (metadata.iso, metadata.aperture, metadata.focalLength) = (200, 2.8, 35)
    (metadata.rating, metadata.label) = (4, "Red")
    metadata.size = PhotoMetadata.size(width: 6_000, height: 4_000)
    metadata.captureDate = CaptureDate(year: 2024, month: 5, day: 17, hour: 14, minute: 3)
    let record = PhotoRecord(metadata, version: Self.version(0))
    await index().keep([(ByteString("a.jpg"), record)], in: Self.place)
    let columns = [
      "folder", "name", "taken", "width", "camera", "lens", "iso", "aperture", "focal_length",
      "rating", "label",
    ]
    let row = try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 0)
      .prepare("SELECT \(columns.joined(separator: " || '|' || ")) FROM photos")
      .first { $0.text(0) }
    #expect(
      row == "/photos|a.jpg|2024-05-17 14:03:00|6000|Maker Model|Lens|200|2.8|35.0|4|Red")
  }

  @Test func `the least recently used folder is evicted first`() async {
    for number in 0..<8 {
      await index(now: number * 100_000).keep(
        Self.named(0..<500), in: ByteString("/photos/\(number)"))
    }
    let whole = await index().usage().cost
    // Reading a folder's records counts as use.
    _ = await index(now: 900_000).records(
      of: [Self.name(0)], in: ByteString("/photos/0"))
    await index(budget: whole / 2, now: 950_000).keep(
      Self.named(0..<1), in: ByteString("/photos/9"))
    var left: [Int] = []
    for number in 0..<10 {
      let found = await index().records(
        of: [Self.name(0)], in: ByteString("/photos/\(number)"))
      if found != [nil] { left.append(number) }
    }
    #expect(left.contains(0) && left.contains(9) && !left.contains(1) && left.count < 8)
  }

  @Test func `prune() removes photos deleted from a folder, and folders missing for 91 days`()
    async
  {
    folder.folder("photos")
    folder.file(named: Array("photos/".utf8) + Self.name(1).bytes)
    let place = ByteString(folder.name("photos"))
    await index(now: 0).keep(Self.named(0..<3), in: place)
    await index(now: 0).keep(Self.named(0..<3), in: ByteString("/nowhere"))
    #expect(await index(now: 1_000).prune().count == 2)
    #expect(await index().records(of: [Self.name(1)], in: place) == [Self.record(1)])
    #expect(await index().usage().count == 4)
    #expect(await index(now: 91 * 86_400).prune().count == 3)
  }

  @Test func `a database tier measures, verifies and clears the index, and does not create it`()
    async
  {
    let tier = DatabaseTier(
      .index, of: index(), in: path, budget: PhotoIndex.standardBudget)
    #expect(await tier.figures().total.usage == CacheUsage(cost: 0, count: 0))
    #expect(await tier.clear() == TierUsage())
    #expect(await tier.verify() == TierCheck())
    #expect(access(path, F_OK) != 0)
    await index().keep(Self.named(0..<600), in: Self.place)
    #expect(await tier.figures().total.usage.count == 600)
    #expect(await tier.verify() == TierCheck(checked: 600))
    let removed = await tier.clear()
    #expect(removed.usage.count == 600 && removed.usage.cost > 0)
    #expect(await tier.figures().total.usage.count == 0)
  }
}

extension TemporaryFolder {
  fileprivate func remove(_ names: [String]) {
    for name in names { unlink(self.name(name)) }
  }
}
