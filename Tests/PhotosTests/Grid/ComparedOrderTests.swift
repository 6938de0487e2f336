import Base
import Catalogs
import Imaging
import Photos
import TestSupport
import Testing

/// Orders by likeness, brightness and hue, for which photos are decoded.
@MainActor
@Suite("Orders of compared photos", .timeLimit(.minutes(30)))
struct ComparedOrderTests {
  /// `e` is grey, `f` darker grey; `x` cannot be decoded.
  private nonisolated static let hashes = [
    "a": hash(0b0, RGB(40, 40, 200)), "b": hash(0b111, RGB(210, 40, 40)),
    "c": hash(0b1, RGB(40, 180, 40)), "d": hash(.max, RGB(120, 100, 20)),
    "e": hash(0b1_1111, RGB(150, 150, 152)), "f": hash(0b11, RGB(20, 20, 20)),
  ]

  private nonisolated static func hash(_ bits: UInt64, _ color: RGB) -> DifferenceHash {
    let picture = Bitmap(size: PixelSize(width: 16, height: 16), filledWith: color)
    return DifferenceHash(bits: bits, fields: FieldMeans(of: picture))
  }

  private let changes = ChangeBell()
  private let grid: GridViewModel
  private let parts: AsyncStream<String>.Continuation

  init() {
    let (stream, parts) = AsyncStream<String>.makeStream()
    self.parts = parts
    let loader = ScriptedLoader()
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct), area: CellSize(columns: 80, rows: 23),
      facts: PartReader(hashes: Self.hashes, parts: stream), onChange: changes.ring)
    list("abcdefx")
  }

  private func list(_ letters: String) {
    grid.show(
      CatalogSnapshot(listing: letters.map { Photo(path: ByteString("\($0).jpg")) }))
  }

  private var order: String {
    grid.arrangement.photos.map { "\($0.photo.name)".prefix(1) }.joined()
  }

  private func sort(_ key: PhotoOrder.Key, isReversed: Bool = false, to index: Int = 0) {
    grid.select(index)
    var order = PhotoOrder(key, isReversed: isReversed)
    if key == .like { order.model = grid.selectedEntry.map(PhotoOrder.Model.init) }
    grid.sort(by: order)
  }

  /// Decodes photos; `count` in all.
  private func decode(_ letters: String, _ count: Int) async {
    parts.yield(letters)
    let grid = grid
    await changes.wait {
      let work = count == 7 ? nil : GridStatus.Work.reading(count, of: 7, .hashes)
      return grid.status.arranging.work == work
    }
  }

  @Test(
    arguments: [
      (PhotoOrder.Key.like, false, "afecbdx"), (.like, true, "dbcefax"),
      (.brightness, false, "fabdcex"), (.brightness, true, "ecdbafx"),
      (.hue, false, "bdcafex"), (.hue, true, "acdbefx"),
    ])
  func `photos are sorted as far as they are decoded, in whatever order that happens`(
    key: PhotoOrder.Key, isReversed: Bool, expected: String
  ) async {
    for decoded in permutations(of: ["ab", "cx", "def"]) {
      let test = ComparedOrderTests()
      test.sort(key, isReversed: isReversed)
      #expect(test.order == "abcdefx")
      var known = ""
      for part in decoded {
        known += part
        await test.decode(part, known.count)
        // Nothing can be compared with a photo that is not decoded yet.
        let isComparable = key != .like || known.contains("a")
        let first = expected.filter { known.contains($0) && $0 != "x" && isComparable }
        #expect(test.order == first + "abcdefx".filter { !first.contains($0) }, "\(decoded)")
      }
    }
  }

  @Test func `a filter and another folder keep the photo that others are compared with`() async {
    sort(.like, to: 1)
    await decode("abcdefx", 7)
    #expect(order == "befcadx" || order == "bfecadx")
    #expect(grid.status.arranging.order == "like b.jpg")
    grid.show(only: Filter("!^b"))
    #expect(order.last == "x" && !order.contains("b"))
    grid.show(only: Filter())
    list("ad")
    #expect(grid.status.arranging.order == "like b.jpg")
  }

  @Test func `a photo that cannot be decoded is like no other`() async {
    sort(.like, isReversed: true, to: 6)
    await decode("abcdefx", 7)
    #expect(order == "xabcdef" || order == "abcdefx")
    #expect(grid.status.arranging.order == "least like x.jpg (unreadable)")
  }
}

/// Has the facts of all photos at once, and hashes in parts.
private struct PartReader: PhotoFactsReading {
  let hashes: [String: DifferenceHash]
  let parts: AsyncStream<String>

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
    let facts = photos.indices.map { _ in
      var facts = PhotoFacts()
      facts.isRead = true
      return facts as PhotoFacts?
    }
    guard await send(.found(photos.indices, facts)), depth == .hashes else { return }
    let letters = photos.indices.map { String(photos.name(at: $0).lossyText.prefix(1)) }
    for await part in parts {
      let found = part.compactMap { letter in
        letters.firstIndex(of: String(letter)).map { (place: $0, hash: hashes[String(letter)]) }
      }
      guard await send(.hashed(found)) else { return }
    }
  }
}
