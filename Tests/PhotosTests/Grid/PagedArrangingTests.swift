import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// Whatever needs all photos is evaluated page by page, with the same result as in memory.
@MainActor
@Suite("Arranging paged photos", .timeLimit(.minutes(30)))
struct PagedArrangingTests {
  private static let count = 20_000

  /// Photos for which a server lists the times and the sizes.
  private static let photos: [Photo] = (0..<count).map { number in
    let random = (number &* 7_919) % 10_007
    var entry = WebPhoto(renditions: [])
    var file = ServedFile(
      place: ByteString("s3://b/IMG_\(random % 3_000).\(["jpg", "png", "gif"][random % 3])"))
    file.byteCount = random % 5 == 0 ? nil : random * 1_000
    file.modified = 1_600_000_000 + random % 700 * 86_400
    file.taken = random % 7 == 0 ? nil : 1_500_000_000 + random % 900 * 86_400
    entry.file = file
    return Photo(entry)
  }

  private func emptyGrid() -> GridViewModel {
    let loader = ScriptedLoader()
    return GridViewModel(
      loader: loader, memory: loader.memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 60, rows: 20)
    ) {}
  }

  private func grid(isPaged: Bool) -> GridViewModel {
    let grid = emptyGrid()
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

  /// Pages that claim 1,000 photos each.
  private func snapshot(of pages: ScriptedPages, count: Int) -> CatalogSnapshot {
    var snapshot = CatalogSnapshot()
    snapshot.paged = PagedEntries(
      (0..<count).map { EntryPage(key: ByteString("\($0)"), count: 1_000) }, from: pages)
    return snapshot
  }

  /// The names in their order, also of photos that are not in memory.
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
  func `an order of paged photos is that of photos in memory`(
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
  func `a filter shows the same of paged photos as of photos in memory`(text: String) async {
    let (paged, held) = (grid(isPaged: true), grid(isPaged: false))
    for grid in [paged, held] {
      grid.show(only: Filter(text))
      await rest(grid)
    }
    let positions = { (grid: GridViewModel) in
      grid.arrangement.photoIndices.map(grid.arrangement.position)
    }
    #expect(positions(paged) == positions(held))
    #expect(paged.note(on: Filter(text))?.description == held.note(on: Filter(text))?.description)
  }

  @Test(arguments: [PhotoGrouping.day, .month, .year, .auto], [false, true])
  func `groups of paged photos by time are those of photos in memory`(
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
  func `grouping by folder, rating, similarity or burst is refused for paged photos`(
    grouping: PhotoGrouping
  ) {
    let others: Set<PhotoGrouping> = [
      .folder, .rating, .likeness, .burst, .keyword, .person, .place,
    ]
    let (paged, held) = (grid(isPaged: true), grid(isPaged: false))
    #expect((paged.obstacle(toGroupingBy: grouping) != nil) == others.contains(grouping))
    #expect(held.obstacle(toGroupingBy: grouping) == nil)
    #expect(paged.obstacleToStacks != nil && held.obstacleToStacks == nil)
  }

  @Test func `a search selects a match, and a new order keeps it selected`() async {
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

  @Test func `a few paged photos are loaded into memory once all of them are needed`() async {
    let grid = emptyGrid()
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

  @Test func `paged photos are ordered by name`() async {
    let grid = grid(isPaged: true)
    grid.sort(by: PhotoOrder(.name))
    await rest(grid)
    let names = await names(of: grid)
    #expect(
      zip(names, names.dropFirst()).allSatisfy { $0 == $1 || NaturalOrder.areInOrder($0, $1) })
  }

  @Test func `progress is shown, another order cancels the reading, and a failure is reported`()
    async
  {
    let pages = ScriptedPages()
    let grid = emptyGrid()
    grid.show(snapshot(of: pages, count: 20))
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
  @Test(arguments: [false, true])
  func `visible pages with wrong counts do not end the reading of all pages`(
    answersNewestFirst: Bool
  ) async {
    let pages = ScriptedPages()
    let grid = emptyGrid()
    grid.show(snapshot(of: pages, count: 50))
    grid.sort(by: PhotoOrder(.size))
    var answered: Set<Int> = []
    var unanswered: [Int] { pages.asked.indices.filter { !answered.contains($0) } }
    while true {
      await eventually { !unanswered.isEmpty || grid.status.arranging.work == nil }
      // The last page is answered when all visible pages have been corrected.
      let others = unanswered.filter { pages.asked[$0] != "49" }
      let next = (answersNewestFirst ? others.last : others.first) ?? unanswered.first
      guard let number = next, let page = Int(pages.asked[number]) else { break }
      answered.insert(number)
      pages.answers.give(.success([Self.photos[page]]), to: number)
      await settleMainActor(turns: 8)
    }
    #expect(grid.status.notices.isEmpty)
    #expect(grid.arrangement.count == 50)
  }
}
