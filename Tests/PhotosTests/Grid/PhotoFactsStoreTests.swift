import Base
import Catalogs
import Imaging
import TestSupport
import Testing

@testable import Photos

/// Facts that arrive after other photos are shown.
@MainActor
@Suite("Facts of photos", .timeLimit(.minutes(30)))
struct PhotoFactsStoreTests {
  private let reader = HeldReader()
  private let store: PhotoFactsStore
  private let entry = CatalogEntry(Photo(named: "a.jpg"))

  init() {
    store = PhotoFactsStore(reader: reader, queue: WorkQueue(label: "test"))
    store.list(Listing([entry]))
  }

  @Test func `facts that were read for an earlier catalog do not change the next one`() async {
    var count = 0
    store.onChange = { _ in count += 1 }
    store.readAllSidecars()
    #expect(!store.knowsRatings(of: [entry]))
    let next = store.emptied()
    reader.heldSidecars.continuation.yield(SidecarFacts(rating: PhotoRating(stars: 3)))
    await settleMainActor { store[entry.id] != nil }
    #expect(store[entry.id]?.rating == 3 && next[entry.id] == nil)
    #expect(count == 0)
  }

  @Test func `another catalog preserves the rotations of paths, and no facts of photos`() async {
    store.readAllSidecars()
    reader.heldSidecars.continuation.yield(
      SidecarFacts(rating: PhotoRating(stars: 3), turn: .rightTop))
    await settleMainActor { !store.turns.isEmpty }
    let next = store.emptied()
    #expect(next.turn(of: entry.photo) == .rightTop && next[entry.id] == nil)
  }

  @Test func `facts of a photo that has changed since they were requested are dropped`() async {
    var options = ViewOptions()
    options.order = PhotoOrder(.size)
    store.want(options)
    #expect(store.reading?.all == 1 && store.lacksFacts)
    store.list(Listing([CatalogEntry(id: entry.id, photo: entry.photo.revised())]))
    reader.heldEvents.continuation.yield(.found(0..<1, [PhotoFacts(byteCount: 7)]))
    reader.heldEvents.continuation.finish()
    await settleMainActor { store.reading == nil }
    #expect(store.known.table[entry.id] == nil && store.lacksFacts)
  }

  @Test(arguments: [(true, 9), (false, 7)])
  func `facts of a few photos come from their files, or from the index alone`(
    readsFiles: Bool, byteCount: Int
  ) async {
    let remembered = FactsTable([(entry.id, PhotoFacts(byteCount: 7))])
    reader.heldEvents.continuation.yield(.remembered(remembered, count: 1))
    reader.heldEvents.continuation.yield(.found(0..<1, [PhotoFacts(byteCount: 9)]))
    reader.heldEvents.continuation.finish()
    let found = await store.facts(of: [entry], readsFiles: readsFiles) { _ in }
    #expect(found.map { $0?.byteCount } == [byteCount])
    #expect(store.known.table.isEmpty)
  }
}

/// A reader whose answers a test controls.
private final class HeldReader: PhotoFactsReading {
  let heldSidecars = AsyncStream<SidecarFacts>.makeStream()
  let heldEvents = AsyncStream<FactsEvent>.makeStream()

  func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts] {
    for await facts in heldSidecars.stream { return [0: facts] }
    return [:]
  }

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {
    for await event in heldEvents.stream { guard await send(event) else { return } }
  }
}
