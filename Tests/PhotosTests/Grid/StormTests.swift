import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

@MainActor
@Suite("Random steps", .timeLimit(.minutes(30)))
struct StormTests {
  private static let names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `after 10,000 steps every visible cell shows its own photo`(seed: UInt64) async {
    let loader = ScriptedLoader()
    if seed.isMultiple(of: 2) { loader.offerStandIns() }
    var random = SplitMix64(seed: seed)
    let form = TileForm(symbols: .quadrants, colors: .direct)
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: form, area: CellSize(columns: 40, rows: 12),
      onChange: {})
    grid.show(CatalogSnapshot(listing: Self.names.map(Photo.init(named:))))
    var viewer: PhotoViewer?
    for _ in 0..<10_000 {
      step(grid, &viewer, loader, form, &random)
      #expect(wrongCells(of: grid) == [])
      if Int.random(in: 0..<3, using: &random) == 0 { await Task.yield() }
    }
    await finish(grid, loader)
    #expect(grid.isAtRest)
    #expect(wrongCells(of: grid) == [])
    #expect(grid.visibleCells.allSatisfy { $0.content.tile != nil })
  }

  private func step(
    _ grid: GridViewModel, _ viewer: inout PhotoViewer?, _ loader: ScriptedLoader,
    _ form: TileForm, _ random: inout SplitMix64
  ) {
    let latest = loader.requests.count
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8 where latest > 0:
      let load = Int.random(in: max(0, latest - 40)..<latest, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: loader.hint(load)
      case 1: loader.preview(load)
      default: loader.complete(load)
      }
    case 8..<13: grid.move(GridMotion.allCases.randomElement(using: &random) ?? .down)
    case 13: grid.scroll(byRows: Int.random(in: -2...2, using: &random))
    case 14: grid.zoom(by: Bool.random(using: &random) ? 1 : -1)
    case 15:
      let size = CellSize(
        columns: Int.random(in: 1...90, using: &random),
        rows: Int.random(in: 1...30, using: &random))
      grid.resize(to: size, form: form)
    case 16: _ = grid.resetVisible()
    case 17 where viewer == nil: viewer = PhotoViewer(of: grid)
    case 18:
      viewer?.close()
      viewer = nil
    default:
      let some = Self.names.shuffled(using: &random).prefix(20).sorted()
      grid.show(CatalogSnapshot(listing: some.map(Photo.init(named:))))
    }
  }

  /// Completes every load until no more are requested.
  private func finish(_ grid: GridViewModel, _ loader: ScriptedLoader) async {
    var answered = 0
    while answered < loader.requests.count || !grid.isAtRest {
      for load in answered..<loader.requests.count { loader.complete(load) }
      answered = loader.requests.count
      for load in 0..<answered { loader.complete(load) }
      await loader.settle()
    }
  }

  /// The names of cells that show another photo's image, or one of another size.
  private func wrongCells(of grid: GridViewModel) -> [String] {
    grid.visibleCells.compactMap { cell in
      guard let tile = cell.content.tile else { return nil }
      let name = String(decoding: cell.caption ?? [], as: UTF8.self)
      let isOwn =
        tile.canvas[0, 0].scalar == name.unicodeScalars.first
        && tile.canvas.size == grid.layout.picture
      return isOwn ? nil : name
    }
  }
}
