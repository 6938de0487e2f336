import Base
import ExpiringCache
import Glibc
import Storage
import TestSupport
import Testing

/// Listings of servers' objects in the index.
@Suite("Listings in the index", .integration, .timeLimit(.minutes(30)))
struct ListingTests {
  private let folder = TemporaryFolder()
  private static let source = ByteString("s3 a b")

  private func index(
    budget: Int = PhotoIndex.standardBudget, now: Int = 1_000
  ) -> PhotoIndex {
    PhotoIndex(folder: folder.name("cache"), budget: budget, wallClock: WallClock { now })
  }

  private static func objects(_ numbers: Range<Int>) -> [ListedObject] {
    numbers.map { number in
      ListedObject(
        key: ByteString("a/\(1_000_000 + number).jpg"), byteCount: number, modified: -number,
        entityTag: "tag \(number)")
    }
  }

  private static func part(
    _ numbers: Range<Int>, folders: [String] = [], isWhole: Bool = false
  ) -> ListingPart {
    var part = ListingPart()
    part.objects = objects(numbers)
    part.folders = folders.map { ByteString($0) }
    part.last = part.objects.last?.key
    part.isWhole = isWhole
    return part
  }

  /// Stores a listing of `pages` pages with `size` objects each.
  private func fill(
    _ index: PhotoIndex, _ source: ByteString = source, pages: Int, size: Int = 10,
    _ stage: KeptListing.Stage = .shown
  ) async throws -> Int64 {
    let listing = try #require(await index.beginListing(source, stage))
    for page in 0..<pages {
      let part = Self.part(page * size..<(page + 1) * size)
      guard case .kept(let kept) = await index.add(part, to: listing.id, at: page) else {
        Issue.record("page \(page) is not kept")
        break
      }
      #expect(kept?.count == size)
    }
    return listing.id
  }

  @Test func `a listing can be continued and read back through other index instances`() async throws
  {
    let listing = try #require(await index().beginListing(Self.source))
    #expect(listing.pages == [] && listing.last == nil && !listing.isWhole)
    let parts = [
      Self.part(0..<10, folders: ["x", "y"]), Self.part(10..<13),
      Self.part(13..<13, folders: ["z"]),
      Self.part(13..<14, isWhole: true),
    ]
    var pages = 0
    for part in parts {
      let addition = await index().add(part, to: listing.id, at: pages)
      guard case .kept(let page) = addition else { throw CacheError.damaged }
      #expect(page?.count == (part.objects.isEmpty ? nil : part.objects.count))
      pages += part.objects.isEmpty ? 0 : 1
    }
    let kept = try #require(await index(now: 1_500).listing(Self.source))
    #expect(kept.pages.map(\.count) == [10, 3, 1])
    #expect(kept.folders == ["x", "y", "z"].map { ByteString($0) })
    #expect(kept.last == parts[3].last && kept.isWhole && kept.age == 500)
    #expect(await index().objects(on: 1, of: kept.id) == Self.objects(10..<13))
    #expect(await index().objects(on: 3, of: kept.id) == nil)
    #expect(await index().listing(ByteString("s3 a c")) == nil)
    #expect(await index().listing(Self.source, .renewal) == nil)
  }

  @Test func `pages with the same objects have the same digests in every listing`() async throws {
    let index = index()
    let first = try await fill(index, pages: 3)
    let second = try await fill(index, ByteString("other"), pages: 3)
    let pages = await index.listing(Self.source)?.pages
    #expect(first != second)
    #expect(Set(pages?.map(\.digest) ?? []).count == 3)
    #expect(await index.listing(ByteString("other"))?.pages == pages)
  }

  @Test func `a page is refused after another program extended or replaced the listing`()
    async throws
  {
    let (one, other) = (index(), index())
    let id = try await fill(one, pages: 2)
    #expect(await other.add(Self.part(20..<30), to: id, at: 1) == .changed)
    #expect(await other.add(Self.part(20..<30), to: id, at: 3) == .changed)
    guard case .kept = await other.add(Self.part(20..<30), to: id, at: 2) else {
      throw CacheError.damaged
    }
    #expect(await one.add(Self.part(20..<30), to: id, at: 2) == .changed)
    _ = await other.beginListing(Self.source)
    #expect(await one.add(Self.part(30..<40), to: id, at: 3) == .changed)
    #expect(await one.objects(on: 0, of: id) == nil)
    #expect(await one.listing(Self.source)?.pages == [])
  }

  @Test func `finishing a renewal replaces the shown listing and removes its pages`() async throws {
    let index = index()
    let old = try await fill(index, pages: 300)
    let new = try await fill(index, pages: 2, .renewal)
    #expect(await index.listing(Self.source)?.id == old)
    #expect(await index.listing(Self.source, .renewal)?.pages.count == 2)
    #expect(await index.finishRenewal(of: Self.source, new))
    #expect(await index.listing(Self.source)?.id == new)
    #expect(await index.listing(Self.source, .renewal) == nil)
    #expect(await index.objects(on: 7, of: old) == nil)
    #expect(await index.usage().count == 20)
    #expect(!(await index.finishRenewal(of: Self.source, old)))
    #expect(await index.listing(Self.source)?.id == new)
  }

  /// SQL that damages the tables, whether the listing is still found, and whether its page is.
  @Test(arguments: [
    ("DELETE FROM listing_page WHERE place & 255 = 1", false, true),
    ("UPDATE listing_page SET count = 0", false, true),
    ("UPDATE listing_page SET count = 'many'", false, true),
    ("UPDATE listing_page SET digest = x''", false, true),
    ("DELETE FROM listing_objects", true, false),
    ("UPDATE listing_objects SET objects = x'01'", true, false),
    ("UPDATE listing_objects SET objects = 'text'", true, false),
    ("UPDATE listing_folders SET names = x'0200'", false, true),
    ("UPDATE listing_folders SET names = 7", false, true),
    ("DELETE FROM listing", false, true),
  ])
  func `invalid rows are treated as missing and a new listing can be stored`(
    sql: String, isThere: Bool, hasPage: Bool
  ) async throws {
    let id = try await fill(index(), pages: 2)
    var part = ListingPart()
    part.folders = [ByteString("x")]
    _ = await index().add(part, to: id, at: 2)
    try SQLiteConnection.open(folder.name("cache/photos.sqlite"), patience: 0).execute(sql)
    #expect((await index().listing(Self.source) != nil) == isThere)
    #expect((await index().objects(on: 0, of: id) != nil) == hasPage)
    let fresh = try await fill(index(), pages: 2)
    #expect(await index().listing(Self.source)?.id == fresh)
  }

  @Test func `the least recently used listing is evicted first`() async throws {
    for number in 0..<6 {
      _ = try await fill(
        index(now: number * 100_000), ByteString("\(number)"), pages: 40, size: 100)
    }
    let whole = await index().usage().cost
    _ = await index(now: 900_000).listing(ByteString("0"))
    let last = index(budget: whole / 2, now: 950_000)
    _ = try await fill(last, ByteString("6"), pages: 2)
    var left: [Int] = []
    for number in 0..<7 where await index().listing(ByteString("\(number)")) != nil {
      left.append(number)
    }
    #expect(left.contains(0) && left.contains(6) && !left.contains(1) && left.count < 6)
    #expect(await last.usage().count == left.reduce(0) { $0 + ($1 == 6 ? 20 : 4_000) })
  }

  @Test func `a growing listing evicts others and is refused pages once the budget is full`()
    async throws
  {
    let index = index(budget: 400_000)
    _ = try await fill(index, ByteString("other"), pages: 20, size: 100)
    let listing = try #require(await index.beginListing(Self.source))
    var pages = 0
    while case .kept = await index.add(
      Self.part(pages * 100..<(pages + 1) * 100), to: listing.id, at: pages)
    {
      pages += 1
    }
    #expect(
      await index.add(Self.part(0..<1), to: listing.id, at: pages) == .full && pages > 100)
    #expect(await index.listing(ByteString("other")) == nil)
    #expect(await index.listing(Self.source)?.pages.count == pages)
    #expect(await index.objects(on: 0, of: listing.id)?.count == 100)
  }

  @Test func `listings are counted, verified and cleared with the index`() async throws {
    let tier = DatabaseTier(
      .index, of: index(), in: folder.name("cache"), budget: PhotoIndex.standardBudget)
    _ = try await fill(index(), pages: 5)
    #expect(await tier.figures().total.usage.count == 50)
    #expect(await tier.verify().checked == 50)
    #expect(await tier.clear().usage.count == 50)
    #expect(await index().usage().count == 0)
    #expect(await index().listing(Self.source) == nil)
  }

  @Test func `prune() removes a listing that was unused for 91 days`() async throws {
    _ = try await fill(index(now: 0), pages: 5)
    _ = try await fill(index(now: 80 * 86_400), ByteString("other"), pages: 4)
    #expect(await index(now: 91 * 86_400).prune().count == 50)
    #expect(await index().listing(Self.source) == nil)
    #expect(await index().listing(ByteString("other"))?.pages.count == 4)
  }

  @Test func `without a folder a listing is stored in memory`() async throws {
    let index = PhotoIndex(folder: nil)
    let id = try await fill(index, pages: 3)
    #expect(await index.listing(Self.source)?.pages.count == 3)
    #expect(await index.objects(on: 2, of: id) == Self.objects(20..<30))
  }
}
