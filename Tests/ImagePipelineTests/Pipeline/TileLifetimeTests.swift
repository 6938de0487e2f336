import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Lifetimes of tiles", .integration, .timeLimit(.minutes(30)))
struct TileLifetimeTests {
  @Test(
    arguments: [
      (PhotoLifetime.asServed, nil), (.forever, .never),
      (.between(start: 0, end: 86_400), .within(.seconds(86_300))),
      (.between(start: 0, end: 50), .within(.zero)),
    ] as [(PhotoLifetime, Expiration?)])
  func `a tile expires with the lifetime of its photo`(
    lifetime: PhotoLifetime, expected: Expiration?
  ) throws {
    #expect(try photo(lifetime).expiration(at: 100) == expected)
  }

  private func photo(_ lifetime: PhotoLifetime) throws -> Photo {
    try #require([Photo](feed: #"["http://h.example/a.jpg"]"#, lifetime: lifetime).first)
  }

  @Test(arguments: [
    (PhotoLifetime.asServed, [true, true, false]), (.forever, [true, true, true]),
    (.between(start: 0, end: 100 + 900), [true, false, false]),
  ])
  func `hits extend the usual expiration but not a photo's fixed end`(
    lifetime: PhotoLifetime, isThere: [Bool]
  ) throws {
    let clock = ManualClock()
    let cache = TileMemory(
      limits: CacheLimits(cost: 1_000_000), expiration: .seconds(600), clock: clock)
    let photo = try photo(lifetime)
    let request = ImageRequest(
      photo: photo, cells: CellSize(columns: 4, rows: 2),
      form: TileForm(symbols: .quadrants, colors: .direct))
    cache.store(
      LoadedTile(picturing: request), for: request,
      expiration: photo.expiration(at: 100))
    var found: [Bool] = []
    for pause in [500, 500, 700] {
      clock.advance(by: .seconds(pause))
      found.append(cache.tile(for: request) != nil)
    }
    #expect(found == isThere)
  }
}
