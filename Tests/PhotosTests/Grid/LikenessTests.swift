import Base
import Catalogs
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Photos

/// Groups and stacks of similar photos.
@MainActor
struct LikenessTests {
  private static let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg"]
  /// By the letters of the photos; those without one have no hash.
  private nonisolated static let looks: [String: UInt64] = [
    "a": 0, "b": .max, "c": 0b111, "d": .max << 5, "e": 0xFFFF,
  ]

  private let changes = ChangeBell()
  private let grid: GridViewModel
  private let reader: LookingReader

  init() {
    let loader = ScriptedLoader()
    let reader = LookingReader(looks: Self.looks)
    self.reader = reader
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), facts: reader, onChange: changes.ring)
    grid.show(CatalogSnapshot(listing: Self.names.map { Photo(path: ByteString($0)) }))
  }

  private var order: String {
    grid.arrangement.photos.map { String($0.photo.name.lossyText.prefix(1)) }.joined()
  }

  private func group(by grouping: PhotoGrouping) async {
    grid.group(by: grouping)
    let grid = grid
    await changes.wait { grid.status.arranging.work == nil && !grid.facts.lacksFacts }
  }

  @Test func `similar photos are below one heading, and all others are last`() async {
    await group(by: .likeness)
    #expect(order == "acbdef")
    #expect(grid.arrangement.groups.map(\.title) == [.alike(1), .alike(2), .single])
    #expect(grid.arrangement.groups.map(\.start) == [0, 2, 4])
  }

  @Test func `a reversed order reverses groups of similar photos and keeps single ones last`() async
  {
    grid.sort(by: PhotoOrder(.name, isReversed: true))
    await group(by: .likeness)
    #expect(order == "dbcafe")
    #expect(grid.arrangement.groups.map(\.title) == [.alike(2), .alike(1), .single])
  }

  @Test func `the frames of a burst are below the time of the first`() async {
    await group(by: .burst)
    #expect(order == "acbdef")
    #expect(
      grid.arrangement.groups.map(\.title)
        == [.burst(0, number: 1), .burst(1_000, number: 2), .single])
  }

  private func toggleStacks() async {
    grid.toggleStacks()
    let grid = grid
    await changes.wait { grid.status.arranging.work == nil && !grid.facts.lacksFacts }
  }

  private func count(_ letter: String) -> Int? {
    grid.arrangement.photos.first { $0.photo.name.lossyText.hasPrefix(letter) }
      .flatMap { grid.frameCount(of: $0.id) }
  }

  @Test func `a burst is one photo until its stack is opened`() async {
    await toggleStacks()
    #expect(order == "adef")
    #expect(["a", "d", "e", "f"].map(count) == [2, 2, nil, nil])
    grid.select(1)
    #expect(grid.openStack())
    #expect(order == "abdef")
    #expect(count("d") == nil)
    #expect(!grid.openStack())
    grid.select(1)
    #expect(grid.foldStack())
    #expect(order == "adef")
    #expect(grid.selectedPhoto?.name.lossyText == "d.jpg")
    #expect(!grid.foldStack())
    await toggleStacks()
    #expect(order == "abcdef")
  }

  @Test func `a filter applies to the frames of a burst one by one`() async {
    await toggleStacks()
    grid.show(only: Filter("!^a !^f"))
    #expect(order == "cde")
    #expect(["c", "d", "e"].map(count) == [nil, 2, nil])
  }

  @Test func `the best rated or picked frame represents its burst`() async {
    await toggleStacks()
    grid.facts.known.table[grid.arranging.listing.entries[1].id]?.rating = 4
    grid.facts.known.table[grid.arranging.listing.entries[0].id]?.rating = -1
    grid.facts.known.table[grid.arranging.listing.entries[2].id]?.isPicked = true
    await toggleStacks()
    await toggleStacks()
    #expect(order == "bcef")
  }

  /// Waits until all frames of bursts are measured.
  private func measured() async {
    let grid = grid
    await changes.wait { !grid.facts.isMeasuring }
  }

  @Test
  func `the sharpest frame represents its burst, unless it is rejected or one is rated better`()
    async
  {
    reader.sharpness.withLock { $0 = ["a": 10, "c": 30, "b": 20, "d": 15] }
    await toggleStacks()
    await measured()
    #expect(order == "bcef")
    let ids = grid.arranging.listing.entries.map(\.id)
    #expect(ids.map { grid.sharpestCount($0) } == [nil, 2, 2, nil, nil, nil])
    grid.facts.known.table[ids[2]]?.rating = -1
    grid.facts.known.table[ids[3]]?.rating = 1
    await toggleStacks()
    await toggleStacks()
    #expect(order == "adef")
    #expect(ids.map { grid.sharpestCount($0) } == [nil, 2, nil, nil, nil, nil])
  }

  @Test func `the sharpest frame is known once every frame of the burst was measured or failed`()
    async
  {
    reader.sharpness.withLock { $0 = ["c": 30] }
    await group(by: .burst)
    await measured()
    let ids = grid.arranging.listing.entries.map(\.id)
    #expect(grid.sharpestCount(ids[2]) == 2)
    #expect(grid.burst(of: ids[2]).count == 2)
    #expect(grid.burst(of: ids[4]).isEmpty)
    grid.facts.known.sharpness[ids[0]] = nil
    #expect(grid.sharpestCount(ids[2]) == nil)
  }

  @Test func `rejecting the top of a stack keeps the stack selected`() async {
    await toggleStacks()
    grid.select(0)
    grid.facts.known.table[grid.arranging.listing.entries[0].id]?.rating = -1
    grid.arrange()
    #expect(order == "cdef")
    #expect(grid.selectedPhoto?.name.lossyText == "c.jpg")
  }

  @Test func `findBursts() finds bursts without changing the order of the photos`() async {
    _ = grid.findBursts {}
    let grid = grid
    await changes.wait { grid.status.arranging.work == nil && !grid.facts.lacksFacts }
    #expect(grid.findBursts {})
    #expect(order == "abcdef")
    #expect(grid.burst(of: grid.arranging.listing.entries[2].id).count == 2)
  }

  @Test func `the hash of each photo is read once`() async {
    await group(by: .likeness)
    await group(by: .none)
    #expect(order == "abcdef")
    await group(by: .likeness)
    #expect(order == "acbdef")
    #expect(reader.asked.all.filter { $0.0 == .hashes }.map(\.1) == [6])
  }

  @Test func `without any hashes all photos are single`() async {
    let loader = ScriptedLoader()
    let changes = ChangeBell()
    let grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), onChange: changes.ring)
    grid.show(CatalogSnapshot(listing: Self.names.map { Photo(path: ByteString($0)) }))
    grid.group(by: .likeness)
    await changes.wait { !grid.facts.lacksFacts && grid.status.arranging.work == nil }
    #expect(grid.arrangement.groups.map(\.title) == [.single])
  }
}

/// Has the facts of all photos and the hashes of some at once.
private final class LookingReader: PhotoFactsReading {
  let looks: [String: UInt64]
  let asked = Recorder<(FactsDepth, Int)>()
  /// By the letters of the photos; those without one cannot be measured.
  let sharpness = Mutex<[String: Int]>([:])

  init(looks: [String: UInt64]) {
    self.looks = looks
  }

  func measure(
    _ photos: PhotoList,
    send: @escaping @MainActor @Sendable ([(place: Int, sharpness: Sharpness?)]) -> Bool
  ) async {
    for place in photos.indices {
      let letter = String(photos.name(at: place).lossyText.prefix(1))
      let measured = sharpness.withLock { $0[letter] }.map { Sharpness(hundredths: $0) }
      guard await send([(place, measured)]) else { return }
    }
  }

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    asked.add((depth, photos.count))
    // A second apart, and the fourth photo before the second.
    let times: [String: Int64] = ["a": 0, "b": 2_000, "c": 500, "d": 1_000, "e": 3_000]
    let all = photos.indices.map { place in
      var facts = PhotoFacts()
      facts.taken = times[String(photos.name(at: place).lossyText.prefix(1))].map {
        TakenTime(wallMilliseconds: $0, source: .photo)
      }
      facts.isRead = true
      return facts as PhotoFacts?
    }
    guard await send(.found(photos.indices, all)), depth == .hashes else { return }
    for place in photos.indices {
      let bits = looks[String(photos.name(at: place).lossyText.prefix(1))]
      guard await send(.hashed([(place, bits.map { DifferenceHash(bits: $0) })])) else { return }
    }
  }
}
