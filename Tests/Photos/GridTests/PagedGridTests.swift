import Catalog
import Feeds
import Finding
import Imaging
import Pipeline
import System
import TestSupport
import Testing
import Values

@testable import Grid

/// A grid of photos that are too many to hold.
@MainActor
@Suite("A grid of photos by pages", .timeLimit(.minutes(5)))
struct PagedGridTests {
  private let loader = ScriptedLoader()
  private let pages = ScriptedPages()
  private let grid: GridViewModel

  init() {
    grid = GridViewModel(
      loader: loader, memory: loader.memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 60, rows: 20)
    ) {}
  }

  private static func photos(on page: Int, count: Int) -> [Photo] {
    (0..<count).map { Photo(path: ByteString("/\(page)/\($0).jpg")) }
  }

  /// Months from December 2024 back, of so many photos each.
  private static func months(_ counts: [Int]) -> [EntryPage] {
    counts.enumerated().map { number, count in
      EntryPage(
        key: ByteString("\(number)"), count: count,
        month: EntryPage.Month(year: 2024 - number / 12, number: 12 - number % 12))
    }
  }

  private func show(_ pages: [EntryPage], order: ListedOrder = .latestTaken) {
    var snapshot = CatalogSnapshot()
    snapshot.paged = PagedEntries(pages, order: order, from: self.pages)
    grid.show(snapshot)
  }

  /// Answers a question with photos of its page.
  private func give(_ number: Int, count: Int = 1_000) async {
    let page = Int(pages.asked[number]) ?? 0
    pages.answers.give(.success(Self.photos(on: page, count: count)), to: number)
    await settleMainActor(turns: 6)
  }

  private var shown: [String?] {
    grid.visibleRange.map { grid.arrangement[$0].photo?.path?.lossyText }
  }

  @Test func `ten million are counted at once, and only what is looked at is read`() async {
    show(Self.months(Array(repeating: 1_000, count: 10_000)))
    await pages.answers.wasAsked(1)
    #expect(grid.status.count == 10_000_000 && !grid.isAtRest)
    #expect(pages.asked == ["0"])
    #expect(shown.allSatisfy { $0 == nil } && loader.requests.isEmpty)
    #expect(grid.status.name.isEmpty)
    await give(0)
    #expect(shown.first == "/0/0.jpg" && shown.allSatisfy { $0 != nil })
    #expect(loader.requests.count >= shown.count)
    grid.move(.last)
    await pages.answers.wasAsked(2)
    #expect(grid.status.position == 10_000_000)
    #expect(pages.asked == ["0", "9999"])
    await give(1)
    #expect(shown.last == "/9999/999.jpg")
    grid.move(.first)
    await settleMainActor()
    #expect(pages.asked.count == 2 && shown.first == "/0/0.jpg")
  }

  @Test func `whoever goes on before a page has come never sees it in another's place`() async {
    show(Self.months(Array(repeating: 1_000, count: 50)))
    await pages.answers.wasAsked(1)
    grid.select(25_000)
    await pages.answers.wasAsked(2)
    #expect(pages.answers.cancelled.contains(0))
    for order in [[1, 0], [0, 1]] {
      for number in order where number < 2 { await give(number) }
    }
    let page = grid.arrangement.listing.paged?.page(of: 25_000) ?? 0
    #expect(shown.contains("/\(page)/0.jpg"))
    #expect(
      shown.allSatisfy {
        $0 == nil || $0?.hasPrefix("/\(page)/") == true || $0?.hasPrefix("/\(page - 1)/") == true
      })
  }

  @Test func `a page that cannot be had is told, and asked for again by a retry`() async {
    show(Self.months([1_000]))
    await pages.answers.wasAsked(1)
    pages.answers.give(.failure(.accessDenied), to: 0)
    await settleMainActor(turns: 6)
    #expect(grid.status.notices.map(\.problem) == ["permission denied"])
    grid.move(.right)
    await settleMainActor()
    #expect(pages.asked.count == 1)
    _ = grid.retryFailures()
    await pages.answers.wasAsked(2)
    await give(1)
    #expect(grid.status.notices.isEmpty && shown.first == "/0/0.jpg")
  }

  @Test(arguments: [0, 990, 1_003])
  func `a month of which photos have come or gone is counted anew`(count: Int) async {
    show(Self.months([1_000, 1_000]))
    await pages.answers.wasAsked(1)
    grid.move(.last)
    await pages.answers.wasAsked(2)
    let selected = grid.selection.id
    await give(1)
    // An answer that nobody waits for any more changes nothing.
    await give(0, count: count)
    #expect(grid.arrangement.count == 2_000)
    grid.move(.first)
    await pages.answers.wasAsked(3)
    await give(2, count: count)
    #expect(grid.arrangement.count == 1_000 + count)
    grid.move(.last)
    await settleMainActor(turns: 4)
    #expect(grid.selection.id == selected)
    #expect(shown.last == "/1/999.jpg")
  }

  @Test func `months stand in groups and beside the photos without being read`() async {
    show(Self.months(Array(repeating: 100, count: 24)))
    await pages.answers.wasAsked(1)
    #expect(grid.timeScale?.marks.first?.time == Day(2024, 0, 0))
    #expect(grid.timeScale?.marks.contains { $0.time == Day(2023, 0, 0) } == true)
    grid.group(by: .month)
    #expect(grid.arrangement.groups.map(\.start) == (0..<24).map { $0 * 100 })
    #expect(grid.arrangement.groups[13].title == .date(Day(2023, 11, 0)))
    grid.group(by: .year)
    #expect(grid.arrangement.groups.map(\.start) == [0, 1_200])
    grid.sort(by: PhotoOrder(.taken))
    #expect(
      grid.arrangement.groups.map(\.title) == [.date(Day(2023, 0, 0)), .date(Day(2024, 0, 0))])
    #expect(grid.arrangement.groups.map(\.start) == [0, 1_200])
    #expect(grid.index(ofFirst: Filter("date:2024-03")) == 1_400)
    grid.group(by: .none)
    grid.sort(by: .asGiven)
    #expect(grid.index(ofFirst: Filter("date:2024-03-17")) == 900)
    #expect(grid.index(ofFirst: Filter("date:1999")) == nil)
    #expect(Set(pages.asked).count <= 4)
  }

  @Test func `marks hold their photos, wherever one goes`() async {
    show(Self.months(Array(repeating: 9_000, count: 4)))
    await pages.answers.wasAsked(1)
    await give(0, count: 9_000)
    grid.mark { marks, arrangement in marks.toggle(arrangement.photoIDs(in: 2..<3)) }
    grid.select(30_000)
    grid.mark { marks, arrangement in marks.toggle(arrangement.photoIDs(in: 30_000..<30_001)) }
    await pages.answers.wasAsked(2)
    #expect(grid.unreadMarkCount == 1 && grid.markedCount == 2)
    await give(1, count: 9_000)
    #expect(grid.unreadMarkCount == 0)
    for index in [10_000, 20_000] {
      grid.select(index)
      await pages.answers.wasAsked(pages.asked.count)
      await settleMainActor()
      await give(pages.asked.count - 1, count: 9_000)
    }
    #expect(grid.markedPhotos.map { $0.path?.lossyText } == ["/0/2.jpg", "/3/3000.jpg"])
    grid.show(only: Filter("marked"))
    #expect(
      grid.arrangement.photos.map { $0.photo.path?.lossyText } == ["/0/2.jpg", "/3/3000.jpg"])
    grid.show(only: Filter())
    #expect(grid.arrangement.count == 36_000)
    #expect(!grid.canMark(grid.arrangement.count))
  }
}

/// What needs all photos is found out page by page, and is the same as if they were held.
@MainActor
@Suite("Arranging photos by pages", .timeLimit(.minutes(5)))
struct PagedArrangingTests {
  private static let count = 20_000

  /// Photos of which a server says when they were taken, and how large they are.
  private static let photos: [Photo] = (0..<count).map { number in
    let random = (number &* 7_919) % 10_007
    var entry = FeedEntry(renditions: [])
    var file = ServedFile(
      place: ByteString("s3://b/IMG_\(random % 3_000).\(["jpg", "png", "gif"][random % 3])"))
    file.byteCount = random % 5 == 0 ? nil : random * 1_000
    file.modified = 1_600_000_000 + random % 700 * 86_400
    file.taken = random % 7 == 0 ? nil : 1_500_000_000 + random % 900 * 86_400
    entry.file = file
    return Photo(WebPhoto(entry, mayReachPrivateNetworks: true))
  }

  private func grid(isPaged: Bool) -> GridViewModel {
    let loader = ScriptedLoader()
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 60, rows: 20)
    ) {}
    var snapshot = CatalogSnapshot()
    if isPaged {
      let pages = KnownPages(Self.photos, of: 700)
      snapshot.paged = PagedEntries(pages.pages, from: pages)
    } else {
      snapshot.entries = Self.photos.map { CatalogEntry($0) }
    }
    grid.show(snapshot)
    return grid
  }

  /// The names in their order: of those that are not held by reading all of them.
  private func names(of grid: GridViewModel) async -> [ByteString] {
    let arrangement = grid.arrangement
    let paged = arrangement.listing.paged
    return arrangement.photoIndices.map { Self.photos[place(of: arrangement, paged, $0)].name }
  }

  private func place(of arrangement: Arrangement, _ paged: PagedEntries?, _ index: Int) -> Int {
    arrangement.position(at: index)
  }

  private func rest(_ grid: GridViewModel) async {
    await eventually {
      await settleMainActor(turns: 4)
      return grid.status.arranging.work == nil
    }
    await settleMainActor(turns: 4)
  }

  @Test(
    arguments: PhotoOrder.Key.allCases.filter { $0 != .name && $0 != .folder }, [false, true])
  func `an order is that of photos that are held`(
    key: PhotoOrder.Key, isReversed: Bool
  ) async throws {
    let order = PhotoOrder(key, isReversed: isReversed, seed: 3)
    let (paged, held) = (grid(isPaged: true), grid(isPaged: false))
    for grid in [paged, held] {
      grid.sort(by: order)
      await rest(grid)
    }
    #expect(paged.arrangement.listing.paged != nil)
    let places = { (grid: GridViewModel) in
      grid.arrangement.photoIndices.map { index in
        let photo = Self.photos[grid.arrangement.position(at: index)]
        return PhotoFacts(listed: photo)
      }
    }
    let value = { (facts: PhotoFacts) -> Int64 in
      switch key {
      case .taken: facts.taken?.wallMilliseconds ?? 0
      case .modified: Int64(facts.modified?.seconds ?? 0)
      case .size: Int64(facts.byteCount ?? -1)
      default: 0
      }
    }
    #expect(places(paged).map(value) == places(held).map(value))
    #expect(Set(paged.arrangement.photoIndices.map(paged.arrangement.position)).count == Self.count)
    if key == .given || key == .random {
      #expect(
        paged.arrangement.photoIndices.map(paged.arrangement.position)
          == held.arrangement.photoIndices.map(held.arrangement.position))
    }
  }

  @Test(arguments: [
    "IMG_1", "jpg$", "size:>5MB", "date:2017..2018", "kind:png IMG_2", "!png", "iso:100", "nothing",
  ])
  func `a filter shows what it shows of photos that are held`(text: String) async {
    let (paged, held) = (grid(isPaged: true), grid(isPaged: false))
    for grid in [paged, held] {
      grid.show(only: Filter(text))
      await rest(grid)
    }
    let positions = { (grid: GridViewModel) in
      grid.arrangement.photoIndices.map(grid.arrangement.position)
    }
    #expect(positions(paged) == positions(held))
    #expect(paged.problem(of: Filter(text))?.reason == held.problem(of: Filter(text))?.reason)
  }

  @Test(arguments: [PhotoGrouping.day, .month, .year, .auto], [false, true])
  func `groups of days are those of photos that are held`(
    grouping: PhotoGrouping, isReversed: Bool
  ) async {
    let (paged, held) = (grid(isPaged: true), grid(isPaged: false))
    for grid in [paged, held] {
      grid.group(by: grouping)
      grid.sort(by: PhotoOrder(.given, isReversed: isReversed))
      await rest(grid)
    }
    #expect(paged.arrangement.groups == held.arrangement.groups)
    #expect(paged.arrangement.groups.isEmpty == false)
  }

  @Test(arguments: PhotoGrouping.allCases)
  func `what photos look like, and where they lie, is not found out of so many`(
    grouping: PhotoGrouping
  ) {
    let others: Set<PhotoGrouping> = [.folder, .rating, .likeness, .burst]
    #expect(grid(isPaged: true).canGroup(by: grouping) == !others.contains(grouping))
    #expect(grid(isPaged: false).canGroup(by: grouping))
    #expect(!grid(isPaged: true).canStackBursts && grid(isPaged: false).canStackBursts)
  }

  @Test func `a search goes to what is found, and an order keeps it`() async {
    let grid = grid(isPaged: true)
    grid.look(for: Filter("'IMG_77."), from: grid.selection.id)
    await rest(grid)
    let first = grid.selection.index
    #expect(first > 0 && Self.photos[first].name.lossyText.hasPrefix("IMG_77."))
    let id = grid.selection.id
    grid.sort(by: PhotoOrder(.size))
    await rest(grid)
    #expect(grid.selection.id == id)
    #expect(grid.goToMatch(by: 1) != .noMatch)
  }

  @Test func `few photos are held as soon as all of them are needed`() async {
    let loader = ScriptedLoader()
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 60, rows: 20)
    ) {}
    let pages = KnownPages(Array(Self.photos.prefix(500)), of: 70)
    var snapshot = CatalogSnapshot()
    snapshot.paged = PagedEntries(pages.pages, from: pages)
    grid.show(snapshot)
    grid.select(333)
    let id = grid.selection.id
    #expect(grid.arrangement.listing.paged != nil)
    grid.sort(by: PhotoOrder(.name))
    await rest(grid)
    #expect(grid.arrangement.listing.paged == nil && grid.arrangement.count == 500)
    #expect(grid.selection.id == id)
    let names = grid.arrangement.photos.map(\.photo.name)
    #expect(zip(names, names.dropFirst()).allSatisfy { !NaturalOrder.areInOrder($1, $0) })
  }

  @Test func `names are in order`() async {
    let grid = grid(isPaged: true)
    grid.sort(by: PhotoOrder(.name))
    await rest(grid)
    let names = await names(of: grid)
    #expect(
      zip(names, names.dropFirst()).allSatisfy { $0 == $1 || NaturalOrder.areInOrder($0, $1) })
  }

  @Test func `how far it is is told, and another wish takes its place`() async {
    let pages = ScriptedPages()
    let loader = ScriptedLoader()
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 60, rows: 20)
    ) {}
    var snapshot = CatalogSnapshot()
    snapshot.paged = PagedEntries(
      (0..<20).map { EntryPage(key: ByteString("\($0)"), count: 1_000) }, from: pages)
    grid.show(snapshot)
    await pages.answers.wasAsked(1)
    grid.sort(by: PhotoOrder(.size))
    await pages.answers.wasAsked(2)
    #expect(grid.status.arranging.work == .listing(0, of: 20_000))
    pages.answers.give(.success(Array(Self.photos.prefix(1_000))), to: 1)
    await pages.answers.wasAsked(3)
    #expect(grid.status.arranging.work == .listing(1_000, of: 20_000))
    #expect(grid.arrangement.count == 20_000)
    grid.sort(by: .asGiven)
    await settleMainActor()
    #expect(grid.status.arranging.work == nil)
    #expect(pages.answers.cancelled.contains(2))
    grid.sort(by: PhotoOrder(.size))
    await pages.answers.wasAsked(4)
    pages.answers.give(.failure(.notFound), to: 3)
    await settleMainActor(turns: 6)
    #expect(grid.status.arranging.work == nil)
    #expect(grid.status.notices.map(\.problem) == ["no such file or folder"])
  }
}
