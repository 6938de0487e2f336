import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Synchronization
import TestSupport
import Testing

/// Photos that are rotated by their sidecars.
@MainActor
struct TurnTests {
  private let loader = ScriptedLoader()
  private let grid: GridViewModel
  private let reader = TurningReader()

  init() {
    reader.turns.withLock { $0 = ["b": .rightTop] }
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), facts: reader, onChange: {})
    let photos = ["a", "b", "c"].map { Photo(path: ByteString("/p/\($0)")) }
    grid.show(CatalogSnapshot(listing: photos))
  }

  /// The requested orientations of visible images, by their names.
  private var wanted: [String: Orientation] {
    Dictionary(
      grid.wantedRequests.map { ($0.photo.name.lossyText, $0.turn) }, uniquingKeysWith: { $1 })
  }

  @Test func `images are requested with their sidecar's rotation, and again when it changes`() {
    #expect(wanted == ["a": .topLeft, "b": .rightTop, "c": .topLeft])
    reader.turns.withLock { $0 = ["c": .bottomRight] }
    grid.facts.readSidecars(of: [ByteString("/p/b"), ByteString("/other/c")])
    #expect(wanted == ["a": .topLeft, "b": .topLeft, "c": .topLeft])
    grid.facts.readSidecars(of: [ByteString("/p/c")])
    #expect(wanted == ["a": .topLeft, "b": .topLeft, "c": .bottomRight])
  }

  @Test func `a rotated photo has the rotated size, and another request than an unrotated one`() {
    let info = PictureInfo(size: PixelSize(width: 60, height: 40))
    #expect(info.turned(by: .rightTop).size == PixelSize(width: 40, height: 60))
    #expect(info.turned(by: .rightTop).orientation == .rightTop)
    #expect(info.turned(by: .bottomRight).size == info.size)
    let photo = Photo(path: ByteString("/p/b"))
    let room = CellSize(columns: 20, rows: 5)
    let upright = ImageRequest(photo: photo, cells: room, form: grid.form)
    #expect(grid.request(for: photo, in: room).turn == .rightTop)
    #expect(grid.request(for: photo, in: room) != upright)
  }
}

/// Has the rotations of some photos, by their names.
private final class TurningReader: PhotoFactsReading {
  let turns = Mutex<[String: Orientation]>([:])

  func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts] {
    let known = turns.withLock { $0 }
    return photos.indices.reduce(into: [:]) {
      if let turn = known[photos.name(at: $1).lossyText] { $0[$1] = SidecarFacts(turn: turn) }
    }
  }

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {}
}
