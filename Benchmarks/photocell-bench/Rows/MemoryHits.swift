import Base
import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Synchronization

/// A hit in the memory cache with the program's keys and values, beside a plain dictionary.
enum MemoryHits: Benchmarking {
  static let name = "memory"
  private static let repeats = 60
  private static let count = 10_000

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let requests = (0..<count).map(request(_:))
    let cache = TileMemory(
      limits: CacheLimits(cost: 1 << 40), expiration: .after(.seconds(600)),
      clock: ContinuousClock())
    let peer = Mutex<[ImageRequest: LoadedTile]>([:])
    for request in requests {
      cache.store(tile, for: request)
      peer.withLock { $0[request] = tile }
    }
    let order = requests.shuffled()
    var (hits, floor) = (Samples(), Samples())
    for _ in 0..<repeats {
      hits.measure { expectAll(order.count { cache.tile(for: $0) != nil }) }
      floor.measure {
        expectAll(order.count { request in peer.withLock { $0[request] } != nil })
      }
    }
    return [
      Row(
        "hit in memory, of 10,000 entries", hits.perItem(count),
        beside: ("Dictionary in a Mutex", floor.perItem(count)))
    ]
  }

  private static func expectAll(_ found: Int) {
    precondition(found == count, "an entry is missing")
  }

  private static func request(_ number: Int) -> ImageRequest {
    ImageRequest(
      photo: Photo(path: ByteString("/home/user/Pictures/IMG_\(number).jpg")),
      cells: CellSize(columns: 31, rows: 11),
      form: TileForm(symbols: .quadrants, colors: .direct))
  }

  private static let tile = LoadedTile(
    tile: Tile(canvas: Canvas(size: CellSize(columns: 31, rows: 11))),
    info: PictureInfo(size: PixelSize(width: 4000, height: 3000), byteCount: 4_000_000),
    provenance: Provenance(origin: .file, loadTime: .milliseconds(20), begunAt: 0))
}
