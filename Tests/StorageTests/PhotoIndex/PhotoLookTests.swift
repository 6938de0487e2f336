import Base
import Imaging
import Storage
import TestSupport
import Testing

/// Perceptual hashes and sharpness in the index, beside the metadata records.
struct PhotoLookTests {
  private let folder = TemporaryFolder()
  private static let place = ByteString("/photos")

  private func index(now: Int = 1_000) -> PhotoIndex {
    PhotoIndex(folder: folder.name("cache"), wallClock: WallClock { now })
  }

  private static func name(_ number: Int) -> ByteString { ByteString("IMG_\(number).jpg") }

  private static func look(_ number: Int) -> PhotoLook {
    PhotoLook(
      version: PhotoIndexTests.version(number),
      hash: DifferenceHash(
        bits: .max - UInt64(number) &* 0x9E37_79B9_7F4A_7C15,
        fields: number.isMultiple(of: 2)
          ? nil
          : FieldMeans(bytes: (0..<FieldMeans.byteCount).map { UInt8(($0 + number) % 256) })),
      sharpness: number.isMultiple(of: 3) ? nil : Sharpness(hundredths: number * 100))
  }

  private static func named(
    _ numbers: some Sequence<Int>
  ) -> [(name: ByteString, look: PhotoLook)] {
    numbers.map { (name($0), look($0)) }
  }

  private func looks(_ numbers: [Int]) async -> [PhotoLook?] {
    await index().looks(of: numbers.map(Self.name), in: Self.place)
  }

  @Test func `stored hashes are read back by another index instance, few or many at once`() async {
    await index().keep(Self.named(0..<900), in: Self.place)
    for numbers in [[899, 5, 0, 7_777, 5], (0..<1_200).reversed() + [17, 17]] {
      #expect(await looks(numbers) == numbers.map { $0 < 900 ? Self.look($0) : nil })
    }
    let other = await index().looks(of: [Self.name(1)], in: ByteString("/other"))
    #expect(other == [nil])
  }

  @Test func `storing a hash preserves the sharpness of the same version, and not of another`()
    async
  {
    let index = index()
    func kept(_ look: PhotoLook) async -> PhotoLook? {
      await index.keep([(Self.name(1), look)], in: Self.place)
      return await index.looks(of: [Self.name(1)], in: Self.place)[0]
    }
    let measured = Self.look(1)
    #expect(await kept(measured) == measured)
    let again = PhotoLook(version: measured.version, hash: DifferenceHash(bits: 7))
    #expect(
      await kept(again)
        == PhotoLook(
          version: measured.version, hash: again.hash, sharpness: measured.sharpness))
    let changed = PhotoLook(version: PhotoIndexTests.version(2), hash: again.hash)
    #expect(await kept(changed) == changed)
  }

  @Test func `a perceptual hash and a metadata record of a photo do not replace each other`() async
  {
    let index = index()
    await index.keep([(Self.name(1), PhotoIndexTests.record(1))], in: Self.place)
    await index.keep([(Self.name(1), Self.look(1))], in: Self.place)
    await index.keep([(Self.name(1), PhotoIndexTests.record(2))], in: Self.place)
    #expect(await looks([1]) == [Self.look(1)])
    let record = await index.records(of: [Self.name(1)], in: Self.place)
    #expect(record == [PhotoIndexTests.record(2)])
  }

  @Test func `hashes are removed by prune() when their files are gone, and by clear()`() async {
    folder.folder("photos")
    for number in 0..<3 { folder.file("photos/IMG_\(number).jpg") }
    let place = folder.entry("photos")
    await index().keep(Self.named(0..<5), in: place)
    await index(now: 2_000).prune()
    let names = (0..<5).map(Self.name)
    #expect(
      await index().looks(of: names, in: place).map { $0 != nil } == [
        true, true, true, false, false,
      ])
    await index().clear()
    #expect(await index().looks(of: names, in: place) == Array(repeating: nil, count: 5))
  }

  @Test func `an index of an older version is recreated`() async throws {
    await index().keep(Self.named(0..<2), in: Self.place)
    do {
      let connection = try SQLiteConnection.open(
        folder.name("cache") + "/" + PhotoIndex.databaseName, patience: 1_000)
      try connection.execute("DROP TABLE look; PRAGMA user_version = 3")
    }
    #expect(await looks([0]) == [nil])
    await index().keep(Self.named(0..<2), in: Self.place)
    #expect(await looks([0]) == [Self.look(0)])
  }
}
