import Base
import Catalogs
import Imaging
import Photos
import TestSupport
import Testing

/// Orders, filters, searches and groups of photos.
@MainActor
@Suite("Arranging photos", .timeLimit(.minutes(30)))
struct ArrangingTests {
  private static let names = [
    "d/IMG_9.jpg", "d/IMG_10.jpg", "b/IMG_9.jpg", "b/a.png", "c/z.gif", "c/y.jpg",
  ]
  private static let sizes: [Int?] = [500, 20, 500, nil, 3, 500]
  private static let times: [Int?] = [6, 5, nil, 3, 2, 1]
  private static let taken: [Int64?] = [30, 40, 10, nil, 10, -5]
  private static let pictures = [(4, 3), (3, 4), (4, 3), nil, (2, 1), (1, 1)]

  private let changes = ChangeBell()
  private let answers = ScriptedFacts()
  private let loader = ScriptedLoader()
  private let grid: GridViewModel

  init() {
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), facts: answers, onChange: changes.ring)
    show(Self.names)
  }

  private func show(_ names: [String], isComplete: Bool = true) {
    grid.show(
      CatalogSnapshot(
        listing: names.map { Photo(path: ByteString($0)) }, isComplete: isComplete))
  }

  private var order: [Int] {
    grid.arrangement.photos.map { entry in
      Self.names.firstIndex { Photo(path: ByteString($0)) == entry.photo } ?? -1
    }
  }

  private var selected: String? { grid.arrangement[grid.selection.index].photo?.name.lossyText }

  private func toggleMark() {
    grid.mark { [id = grid.selection.id] marks, _ in marks.toggle([id].compactMap(\.self)) }
  }

  private func answer(_ number: Int = 0) {
    let facts = Self.names.indices.map { place in
      var facts = PhotoFacts(
        byteCount: Self.sizes[place], modified: Self.times[place].map { FileTime(seconds: $0) })
      facts.taken = Self.taken[place].map { TakenTime(wallMilliseconds: $0, source: .photo) }
      facts.size = Self.pictures[place].map { PixelSize(width: $0.0, height: $0.1) }
      facts.isRead = true
      return facts
    }
    answers.questions.give(facts, to: number)
  }

  @Test(
    arguments: [
      (PhotoOrder(.given), [0, 1, 2, 3, 4, 5]),
      (PhotoOrder(.given, isReversed: true), [5, 4, 3, 2, 1, 0]),
      (PhotoOrder(.name), [3, 2, 0, 1, 5, 4]),
      (PhotoOrder(.name, isReversed: true), [4, 5, 1, 0, 2, 3]),
      (PhotoOrder(.folder), [3, 2, 5, 4, 0, 1]),
      (PhotoOrder(.folder, isReversed: true), [1, 0, 4, 5, 2, 3]),
      (PhotoOrder(.size), [4, 1, 2, 0, 5, 3]),
      (PhotoOrder(.size, isReversed: true), [2, 0, 5, 1, 4, 3]),
      (PhotoOrder(.modified), [5, 4, 3, 1, 0, 2]),
      (PhotoOrder(.modified, isReversed: true), [0, 1, 3, 4, 5, 2]),
      (PhotoOrder(.taken), [5, 2, 4, 0, 1, 3]),
      (PhotoOrder(.taken, isReversed: true), [1, 0, 2, 4, 5, 3]),
      (PhotoOrder(.pixels), [5, 4, 2, 0, 1, 3]),
      (PhotoOrder(.pixels, isReversed: true), [2, 0, 1, 4, 5, 3]),
      (PhotoOrder(.shape), [1, 5, 2, 0, 4, 3]),
      (PhotoOrder(.shape, isReversed: true), [4, 2, 0, 5, 1, 3]),
    ])
  func `every order is total: ties by name, then path, and unknown values last`(
    order: PhotoOrder, numbers: [Int]
  ) async {
    grid.sort(by: order)
    if order.depth > .names { answer() }
    await changes.wait { grid.order == order && self.order == numbers }
    #expect(grid.order == order)
  }

  @Test func `captions by date are dates once they are known, and names otherwise`() async {
    let captions = { grid.visibleCells.map { String(decoding: $0.caption ?? [], as: UTF8.self) } }
    let names = captions()
    grid.caption(by: .date)
    #expect(captions() == names)
    answer()
    let day = "1970-01-01 00:00"
    let dates = [day, day, day, names[3], day, "1969-12-31 23:59"]
    await changes.wait { captions() == dates }
    #expect(grid.status.arranging.work == nil)
    grid.caption(by: .none)
    #expect(grid.visibleCells.allSatisfy { $0.caption == nil })
    grid.caption(by: .name)
    #expect(captions() == names)
  }

  @Test func `the status has the date that orders and filters use, once it is known`() async {
    loader.complete(0)
    await loader.settle()
    #expect(grid.status.info != nil && grid.status.info?.captureDate == nil)
    grid.caption(by: .date)
    answer()
    let date = CaptureDate(wallMilliseconds: 30)
    await changes.wait { grid.status.info?.captureDate == date }
    #expect(date != nil)
  }

  @Test func `the status has the date of the file name, if nothing better is known`() async {
    show(["d/IMG_20240131_235958.jpg"])
    loader.complete(loader.requests.count - 1)
    await loader.settle()
    #expect(
      grid.status.info?.captureDate
        == CaptureDate(year: 2024, month: 1, day: 31, hour: 23, minute: 59, second: 58))
  }

  @Test func `photos of a kind are adjacent in the order by kind`() {
    grid.sort(by: PhotoOrder(.kind))
    let kinds = grid.arrangement.photos.map { $0.photo.name.lossyText.suffix(3) }
    #expect(Set(kinds).count == zip(kinds, kinds.dropFirst()).count { $0 != $1 } + 1)
  }

  @Test func `a random order is repeated by its seed, and another seed gives another`() {
    let orders = [1, 2, 1 as UInt64].map { seed in
      grid.sort(by: PhotoOrder(.random, seed: seed))
      return order
    }
    #expect(orders[0] == orders[2])
    #expect(orders[0] != orders[1])
    #expect(orders.allSatisfy { $0.sorted() == Array(0..<6) })
  }

  @Test func `the previous order stays until the facts for the next one are known`() async {
    grid.sort(by: PhotoOrder(.name))
    let before = order
    grid.sort(by: PhotoOrder(.size))
    #expect(order == before)
    #expect(grid.status.arranging.work == .reading(0, of: 6, .files))
    answer()
    await changes.wait { order == [4, 1, 2, 0, 5, 3] }
    #expect(grid.status.arranging.work == nil)
    grid.sort(by: PhotoOrder(.name))
    grid.sort(by: PhotoOrder(.size))
    #expect(order == [4, 1, 2, 0, 5, 3])
    #expect(answers.questions.questions.count == 1)
  }

  @Test func `only facts that are not remembered delay an order, and all are read again later`()
    async
  {
    let facts = RememberedFacts()
    let grid = GridViewModel(
      loader: ScriptedLoader(), memory: ScriptedLoader().memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), facts: facts, onChange: changes.ring)
    grid.show(
      CatalogSnapshot(
        listing: ["a", "b", "c"].map { Photo(path: ByteString($0)) }, isComplete: true))
    grid.sort(by: PhotoOrder(.taken))
    let names = { grid.arrangement.photos.map(\.photo.name.lossyText) }
    facts.steps.give([2, nil, 1], to: 0)
    await changes.wait { grid.status.arranging.work == .reading(0, of: 1, .contents) }
    #expect(names() == ["a", "b", "c"])
    await settleMainActor(until: { facts.steps.questions.count == 2 })
    facts.steps.give([2, 3, 1], to: 1)
    await changes.wait { names() == ["c", "a", "b"] }
    #expect(grid.status.arranging.work == nil)
    await settleMainActor(until: { facts.steps.questions.count == 3 })
    facts.steps.give([2, 3, 9], to: 2)
    await changes.wait { names() == ["a", "b", "c"] }
  }

  @Test func `ratings are shown once they are read, and photos are ordered by them`() async {
    let ratings = { grid.visibleCells.map(\.rating) }
    #expect(ratings() == [nil, nil, nil, nil, nil, nil])
    grid.sort(by: PhotoOrder(.size))
    let facts = [5, 0, -1, nil, 1, nil].map { rating in
      var facts = PhotoFacts(byteCount: 1)
      facts.rating = rating
      facts.isRead = true
      return facts
    }
    answers.questions.give(facts, to: 0)
    await changes.wait { grid.status.arranging.work == nil }
    #expect(ratings() == order.map { [5, nil, -1, nil, 1, nil][$0] })
    grid.sort(by: PhotoOrder(.rating))
    await changes.wait { order == [2, 3, 1, 5, 4, 0] }
    grid.sort(by: PhotoOrder(.rating, isReversed: true))
    await changes.wait { order == [0, 4, 3, 1, 5, 2] }
  }

  @Test func `the selected photo and the marks stay the same in every order`() {
    grid.select(3)
    toggleMark()
    for order in [PhotoOrder(.name), PhotoOrder(.folder, isReversed: true), PhotoOrder(.random)] {
      grid.sort(by: order)
      #expect(selected == "a.png")
      #expect(grid.markedPhotos.map(\.name.lossyText) == ["a.png"])
    }
  }

  @Test func `an unmoved selection stays at the first photo of a new order`() {
    grid.sort(by: PhotoOrder(.name))
    #expect(grid.selection.index == 0)
    #expect(selected == "a.png")
  }

  @Test func `clearing a filter reselects the photo that it hid, unless the user has moved`() {
    grid.select(3)
    grid.show(only: Filter("img"))
    #expect(order == [0, 1, 2])
    #expect(grid.selection.index == 2)
    grid.show(only: Filter())
    #expect(selected == "a.png")
    grid.show(only: Filter("img"))
    grid.move(.left)
    grid.show(only: Filter())
    #expect(selected == "IMG_10.jpg")
  }

  @Test func `a filter without matches empties the grid, and clearing it restores all photos`() {
    grid.select(4)
    grid.show(only: Filter("nothing is called so"))
    #expect(grid.isEmpty)
    #expect(grid.status.listedCount == 6)
    grid.move(.right)
    toggleMark()
    grid.show(only: Filter())
    #expect(order.count == 6)
    #expect(selected == "z.gif")
  }

  @Test func `a filter by marks follows every change of the marks`() {
    grid.select(1)
    toggleMark()
    grid.show(only: Filter("marked"))
    #expect(order == [1])
    toggleMark()
    #expect(grid.isEmpty)
  }

  @Test func `photos that are listed under a filter are shown if they match`() {
    show(Array(Self.names.prefix(2)), isComplete: false)
    grid.show(only: Filter("jpg$ !10"))
    #expect(order == [0])
    show(Self.names)
    #expect(order == [0, 2, 5])
  }

  @Test func `a search selects the matches and hides nothing`() {
    grid.select(1)
    grid.look(for: Filter("img_9"), from: grid.selection.id)
    #expect(grid.selection.index == 2)
    #expect(order.count == 6)
    #expect(grid.goToMatch(by: 1) == .foundBeyondEnd)
    #expect(grid.selection.index == 0)
    #expect(grid.goToMatch(by: -1) == .foundBeyondEnd)
    #expect(grid.selection.index == 2)
    #expect(grid.status.arranging.matchNumber == 2 && grid.status.arranging.matchCount == 2)
    grid.look(for: Filter("nothing"), from: grid.selection.id)
    #expect(grid.goToMatch(by: 1) == .noMatch)
    grid.look(for: Filter(), from: nil)
    #expect(grid.goToMatch(by: 1) == .noSearch)
  }

  @Test(
    arguments: [
      (PhotoGrouping.folder, PhotoOrder(.given), [2, 3, 4, 5, 0, 1]),
      (.folder, PhotoOrder(.name), [3, 2, 5, 4, 0, 1]),
      (.folder, PhotoOrder(.name, isReversed: true), [1, 0, 4, 5, 2, 3]),
      (.none, PhotoOrder(.given), [0, 1, 2, 3, 4, 5]),
    ])
  func `grouping preserves the order within each group`(
    grouping: PhotoGrouping, order: PhotoOrder, numbers: [Int]
  ) {
    grid.sort(by: order)
    grid.group(by: grouping)
    #expect(self.order == numbers)
    #expect(grid.arrangement.groups.map(\.start) == (grouping == .none ? [] : [0, 2, 4]))
  }

  @Test(
    arguments: [
      (24, 1, "day"), (24, 2, "day"), (24, 3, "month"), (24, 24, "month"), (24, 60, "year"),
    ])
  func `auto grouping picks the shortest period with enough photos`(
    count: Int, days: Int, length: String
  ) {
    // Consecutive days from the first of January on, or, for 40 days and more, a month apart.
    let names = (0..<count).map { number in
      let (month, day) = days < 40 ? (1, number * days / count + 1) : (number % 12 + 1, 1)
      return "\(number)_2024\(month < 10 ? "0" : "")\(month)\(day < 10 ? "0" : "")\(day).jpg"
    }
    show(names)
    grid.group(by: .auto)
    let titles = grid.arrangement.groups.map(\.title)
    #expect(
      titles.allSatisfy { title in
        guard case .date(let day) = title else { return false }
        return length == (day.day > 0 ? "day" : day.month > 0 ? "month" : "year")
      })
  }

  /// Ten thousand are arranged on another thread: the last request meanwhile decides the result.
  @Test func `with many photos the last requested order and filter are shown`() async {
    let names = (0..<10_000).map { "\($0 % 7)/IMG_\($0).jpg" }
    show(names)
    for number in 0..<5 {
      grid.sort(by: PhotoOrder(.random, seed: UInt64(number)))
      grid.show(only: Filter("\(number)"))
    }
    grid.sort(by: PhotoOrder(.name))
    grid.show(only: Filter("'_99 jpg$"))
    let grid = grid
    await changes.wait {
      grid.status.arranging.work == nil && grid.filter.text == "'_99 jpg$"
    }
    let shown = grid.arrangement.photos.map(\.photo.name.lossyText)
    #expect(shown == (0..<10_000).map { "IMG_\($0).jpg" }.filter { $0.contains("_99") })
  }
}

/// Facts that a test delivers.
private struct ScriptedFacts: PhotoFactsReading {
  let questions = ScriptedAnswers<[Photo], [PhotoFacts]>()

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    let facts = await questions.answer(to: Array(photos))
    _ = await send(.found(photos.indices, facts))
  }
}

/// Times of three photos, delivered by a test in three steps: once as remembered, twice as read.
private struct RememberedFacts: PhotoFactsReading {
  let steps = ScriptedAnswers<Bool, [Int64?]>()

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    for isCertain in [false, true, true] {
      let facts = await steps.answer(to: isCertain).map { time in
        time.map { time in
          var facts = PhotoFacts()
          facts.taken = TakenTime(wallMilliseconds: time, source: .photo)
          facts.isRead = true
          return facts
        }
      }
      let remembered = zip(photos.indices, facts).compactMap { place, facts in
        facts.map { (photos.id(at: place), $0) }
      }
      let news: FactsEvent =
        isCertain
        ? .found(photos.indices, facts)
        : .remembered(FactsTable(remembered), count: remembered.count)
      guard await send(news) else { return }
    }
  }
}
