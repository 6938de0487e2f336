import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// A grid of too many photos for memory.
@MainActor
@Suite("Paged grid", .timeLimit(.minutes(30)))
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

  /// Months from December 2024 back, with these numbers of photos.
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

  /// Answers a request for a page with its photos.
  private func give(_ number: Int, count: Int = 1_000) async {
    let page = Int(pages.asked[number]) ?? 0
    pages.answers.give(.success(Self.photos(on: page, count: count)), to: number)
    await settleMainActor(turns: 6)
  }

  private var shown: [String?] {
    grid.visibleRange.map { grid.arrangement[$0].photo?.path?.lossyText }
  }

  @Test func `ten million photos are counted at once, and only visible pages are read`() async {
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

  @Test func `a page that arrives after scrolling on is never shown at another page's position`()
    async
  {
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

  @Test func `a page that cannot be read is reported, and a retry requests it again`() async {
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
  func `a month with added or removed photos is counted again`(count: Int) async {
    show(Self.months([1_000, 1_000]))
    await pages.answers.wasAsked(1)
    grid.move(.last)
    await pages.answers.wasAsked(2)
    let selected = grid.selection.id
    await give(1)
    // A stale response changes nothing.
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

  @Test func `months are groups and labels of the time scale without being read`() async {
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

  /// Answers the next request for a month whose photos have changed, or for another one, which has a
  /// thousand.
  private func answer(_ number: Int, with photos: [Photo]) async {
    await pages.answers.wasAsked(number + 1)
    let isChanged = pages.asked[number] == "0"
    pages.answers.give(
      .success(isChanged ? photos : Self.photos(on: 1, count: 1_000)), to: number)
  }

  /// The new photos of a month whose earlier photos have been shown.
  private nonisolated static let changes = [
    ["new", "0", "1", "2", "3"], ["3", "2", "1", "0"], ["0", "2"], ["0", "2", "3", "new"],
  ]

  @Test(arguments: changes, [false, true])
  func `marks and the selection stay with their photos after a month has changed`(
    names: [String], isToldOf: Bool
  ) async throws {
    let months = Self.months([4, 1_000])
    show(months)
    await pages.answers.wasAsked(2)
    for (number, page) in pages.asked.enumerated() {
      await give(number, count: page == "0" ? 4 : 1_000)
    }
    grid.mark { marks, arrangement in marks.toggle(arrangement.photoIDs(in: 1..<3)) }
    grid.select(3)
    let photos = names.map { Photo(path: ByteString("/0/\($0).jpg")) }
    let shown = try #require(grid.arrangement.listing.paged)
    let told = [EntryPage(key: months[0].key, count: names.count, month: months[0].month)]
    var snapshot = CatalogSnapshot()
    if isToldOf {
      async let renewed = PagedEntries.renewing(
        shown, by: told + months.dropFirst(), countsSuffice: false, from: pages)
      for number in 2...3 { await answer(number, with: photos) }
      snapshot.paged = try await renewed
    } else {
      async let read = shown.load(page: 0)
      await answer(2, with: photos)
      guard case .changed(let new) = try await read else {
        Issue.record("not changed")
        return
      }
      snapshot.paged = new
    }
    grid.show(snapshot)
    await settleMainActor(turns: 6)
    let marked = names.filter { ["1", "2"].contains($0) }.map { "/0/\($0).jpg" }
    #expect(grid.markedPhotos.map { $0.path?.lossyText } == marked)
    // If the photo was removed, the selection stays at its position.
    let selected = grid.selectedPhoto?.path?.lossyText
    #expect(selected == (names.contains("3") ? "/0/3.jpg" : "/1/1.jpg"))
    #expect(grid.status.count == 1_000 + names.count)
  }

  @Test func `marked photos are preserved while other pages are read`() async {
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
