import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// The frame right after the cells of a grid have changed their size or form, with the pipeline that
/// the program has and photos of 12 MP.
@MainActor
@Suite("Grid over the two stages", .timeLimit(.minutes(30)))
struct StagesTests {
  private static let form = TileForm(symbols: .quadrants, colors: .direct)
  private static let area = CellSize(columns: 80, rows: 23)

  private let decoder = GatedDecoder(pictureSize: PixelSize(width: 4000, height: 3000))
  private let memory = ScriptedLoader().memory
  private let changes = ChangeBell()
  private let grid: GridViewModel

  init() {
    grid = GridViewModel(
      loader: ImagePipeline(
        loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)), cache: memory, width: 3,
        clock: ManualClock()),
      memory: memory, form: Self.form, area: Self.area, onChange: changes.ring)
  }

  /// Shows twelve photos, four in a row, and waits until each has its image.
  private func showPhotos() async {
    for call in 0..<12 { decoder.open(call) }
    grid.show(CatalogSnapshot(photos: (0..<12).map { Photo(named: "\($0)") }))
    await changes.wait { grid.isAtRest }
  }

  /// Whether every cell has an image, final or not, that fits its size.
  private var hasPictureEverywhere: Bool {
    grid.visibleCells.allSatisfy { cell in
      guard let size = cell.content.tile?.canvas.size else { return false }
      let room = grid.layout.picture
      return size.columns == room.columns || size.rows == room.rows
    }
  }

  @Test(arguments: [1, -1])
  func `cells of another size show images in the next frame, and nothing is decoded`(step: Int)
    async
  {
    await showPhotos()
    let room = grid.layout.picture
    grid.zoom(by: step)
    #expect(grid.layout.picture != room)
    #expect(hasPictureEverywhere)
    await changes.wait { grid.isAtRest }
    #expect(hasPictureEverywhere)
    #expect(decoder.sources.count == 12)
  }

  @Test(arguments: [
    TileForm(symbols: .sextants, colors: .direct),
    TileForm(symbols: .quadrants, colors: .direct, background: RGB(255, 255, 255)),
    TileForm(symbols: .quadrants, colors: .direct, cellAspect: 0.45),
  ])
  func `cells of another form show images in the next frame, and nothing is decoded`(form: TileForm)
    async
  {
    await showPhotos()
    grid.resize(to: CellSize(columns: 84, rows: 24), form: form)
    #expect(hasPictureEverywhere)
    await changes.wait { grid.isAtRest }
    #expect(decoder.sources.count == 12)
  }

  @Test func `the viewer shows the image of its cell in the next frame`() async {
    await showPhotos()
    let viewer = PhotoViewer(of: grid)
    #expect(viewer.focused.content.tile?.size.rows == Self.area.rows)
    #expect(!viewer.focused.content.isFinal)
    await decoder.begun(13)
    for call in 12..<20 { decoder.open(call) }
    await changes.wait { grid.isAtRest }
    viewer.close()
    #expect(grid.isAtRest)
  }

  @Test func `emptying memory removes tiles and bitmaps, and every cell loads again`() async {
    await showPhotos()
    let tiles = memory.usage
    let removed = grid.emptyMemory()
    #expect(removed.count == tiles.count && removed.cost > tiles.cost)
    #expect(grid.visibleCells.allSatisfy { $0.content == .placeholder })
    for call in 12..<24 { decoder.open(call) }
    await changes.wait { grid.isAtRest }
    #expect(decoder.sources.count == 24)
  }

  @Test func `trimming memory evicts the bitmaps and preserves the visible tiles`() async {
    await showPhotos()
    let tiles = memory.usage
    #expect(grid.trimMemory(toVisible: true) >= 12 * 128 * 96 * 4)
    #expect(memory.usage == tiles)
    grid.zoom(by: 1)
    #expect(hasPictureEverywhere)
    for call in 12..<24 { decoder.open(call) }
    await changes.wait { grid.isAtRest }
    #expect(decoder.sources.count > 12)
  }
}
