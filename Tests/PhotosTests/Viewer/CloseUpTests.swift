import Base
import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// A viewer close up, with the pipeline that the program has and photos of 12 MP.
@MainActor
@Suite("A photo close up", .timeLimit(.minutes(30)))
struct CloseUpTests {
  private static let area = CellSize(columns: 80, rows: 23)
  private static let photo = PixelSize(width: 4000, height: 3000)
  /// Characters, which count as 8 by 16 pixels: a room of 640 by 368.
  private static let form = TileForm(symbols: .quadrants, colors: .direct)

  private let decoder = GatedDecoder(pictureSize: photo)
  private let changes = ChangeBell()
  private let grid: GridViewModel
  private let viewer: PhotoViewer

  init() async {
    let memory = ScriptedLoader().memory
    let (decoder, changes) = (decoder, changes)
    for call in 0..<64 { decoder.open(call) }
    grid = GridViewModel(
      loader: ImagePipeline(
        loaders: BitmapLoaders(FileBitmapLoader(decoder: decoder)), cache: memory, width: 3,
        clock: ManualClock()),
      memory: memory, form: Self.form, area: Self.area, onChange: changes.ring)
    let grid = grid
    grid.show(CatalogSnapshot(photos: (0..<3).map { Photo(named: "\($0)") }))
    viewer = PhotoViewer(of: grid)
    await changes.wait { grid.isAtRest }
  }

  /// The decoding requests for a photo; others may be prefetched meanwhile.
  private func requests(of name: String) -> [DecodingRequest] {
    let source = Photo(named: name).path.map { ImageSource.file($0.bytes) }
    return zip(decoder.sources, decoder.requests).filter { $0.0 == source }.map(\.1)
  }

  /// The regions of a photo that were requested from decoders.
  private func regions(of name: String) -> [PixelRect] {
    requests(of: name).compactMap(\.region)
  }

  /// Changes the viewport, and waits until the grid is at rest.
  private func look(_ change: (inout ViewportState) -> Void) async {
    let isKnown = viewer.look(change)
    #expect(isKnown)
    let grid = grid
    await changes.wait { grid.isAtRest }
  }

  @Test func `zooming in shows the cached tile at once, and then the decoded region`() async throws
  {
    let whole = viewer.focused.content.tile
    #expect(viewer.look { $0.zoom(to: .scale(1)) })
    // The whole photo stays until its region is decoded.
    #expect(viewer.focused.content.tile == whole && whole != nil)
    await look { _ in }
    #expect(viewer.focused.content.isFinal)
    let region = try #require(regions(of: "0").last)
    let view = try #require(viewer.view)
    let seen = view.part(in: view.seen).region
    #expect(region.columns.contains(seen.columns) && region.rows.contains(seen.rows))
    #expect(region.size == PixelSize(width: 120 * 8, height: 33 * 16))
    #expect(viewer.focused.place == CellPoint(column: -20, row: -5))
  }

  @Test func `panning a little moves the current tile without decoding or drawing`() async {
    await look { $0.zoom(to: .scale(1)) }
    #expect(regions(of: "0").count == 1)
    let tile = viewer.focused.content.tile
    #expect(viewer.look { $0.pan(columns: 7, rows: -3) })
    #expect(viewer.focused.content.isFinal && viewer.focused.content.tile == tile)
    #expect(viewer.focused.place == CellPoint(column: -27, row: -2))
    #expect(regions(of: "0").count == 1)
    await look { $0.pan(columns: 40, rows: 0) }
    #expect(Set(regions(of: "0")).count == 2)
  }

  @Test func `the next photo of the same size has the same viewport, or is fitted after a toggle`()
    async
  {
    await look {
      $0.zoom(to: .scale(2))
      $0.pan(columns: 11, rows: 4)
    }
    let view = viewer.view
    grid.move(.right)
    let grid = grid
    await changes.wait { grid.isAtRest }
    #expect(viewer.focused.photo == Photo(named: "1"))
    #expect(viewer.view == view)
    #expect(regions(of: "0") == regions(of: "1"))
    #expect(viewer.toggleKeepingZoom() == false)
    grid.move(.right)
    await changes.wait { grid.isAtRest }
    #expect(viewer.view?.viewport.zoom == .fit)
    grid.move(.left)
    grid.move(.left)
    await changes.wait { grid.isAtRest }
    #expect(viewer.view == view)
  }

  @Test func `a rotated photo is fitted again from the same bitmap`() async {
    #expect(viewer.turn(by: .rightTop))
    let grid = grid
    await changes.wait { grid.isAtRest }
    #expect(viewer.view?.whole == PixelSize(width: 276, height: 368))
    // Before the first rotation, a bitmap of the grid may have sufficed, if it was there already.
    let large = PixelSize(width: 512, height: 512)
    #expect(requests(of: "0").count { $0.wholeBox.area >= large.area } == 1)
    #expect(viewer.turn(by: .leftBottom))
    #expect(viewer.view?.turn == .topLeft)
  }

  @Test func `closing the viewer shows the grid with all its images`() async {
    await look { $0.zoom(to: .scale(1)) }
    viewer.close()
    let grid = grid
    await changes.wait { grid.isAtRest }
    #expect(grid.visibleCells.allSatisfy { $0.content.tile != nil })
  }
}
