import Base
import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

@MainActor
@Suite("GridViewModel", .timeLimit(.minutes(30)))
struct GridViewModelTests {
  private let loader = ScriptedLoader()
  private let form = TileForm(symbols: .quadrants, colors: .direct)

  /// A grid of four cells in a row and three whole rows with a cut one below.
  private func grid(_ count: Int) -> GridViewModel {
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: form, area: CellSize(columns: 80, rows: 23),
      onChange: {})
    grid.show(snapshot(0..<count))
    return grid
  }

  private func snapshot(_ numbers: some Sequence<Int>, isComplete: Bool = true) -> CatalogSnapshot {
    CatalogSnapshot(
      listing: numbers.map { Photo(named: String($0 + 1000)) }, isComplete: isComplete)
  }

  private func loadAll() async {
    for load in loader.requests.indices { loader.complete(load) }
    await loader.settle()
  }

  private func numbers(_ requests: some Sequence<ImageRequest>) -> [Int] {
    requests.map { (Int($0.photo.name.lossyText) ?? 0) - 1000 }
  }

  @Test func `the selected cell is requested first, then its neighbours outward`() {
    let grid = grid(100)
    grid.move(.first, times: 10)
    let wanted = numbers(loader.priorities)
    #expect(wanted.first == 9)
    #expect(Set(wanted.prefix(3)) == [8, 9, 10])
    #expect(wanted.prefix(16).sorted() == Array(0..<16))
  }

  @Test func `on another background only transparent and unfinished images load again`() async {
    let grid = grid(8)
    let requests = loader.requests
    loader.completeTransparent(0)
    for number in 1..<6 {
      loader.remember(requests[number])
      loader.complete(number)
    }
    await loader.settle()
    #expect(loader.leftLoads.isEmpty)
    #expect(grid.visibleCells.count { $0.content.isFinal } == 6)
    grid.stand(on: RGB(0, 0, 0))
    #expect(loader.requests.count == 8)
    grid.stand(on: RGB(255, 255, 255))
    let again = loader.requests.dropFirst(8)
    #expect(again.allSatisfy { $0.form.background == RGB(255, 255, 255) })
    #expect(numbers(again).sorted() == (numbers([requests[0]]) + numbers(requests[6...])).sorted())
    #expect(grid.visibleCells.count { $0.content.isFinal } == 5)
  }

  @Test func `one screen is prefetched in the direction of movement`() {
    let grid = grid(100)
    #expect(numbers(loader.priorities.dropFirst(12)) == Array(12..<24))
    grid.move(.last)
    let count = loader.requests.count
    grid.move(.up, times: 4)
    let visible = grid.visibleCells.count
    let firstVisible = grid.selection.firstRow * 4
    #expect(
      numbers(loader.priorities.dropFirst(visible))
        == Array((firstVisible - 12..<firstVisible).reversed()))
    #expect(loader.requests.count > count)
  }

  @Test func `the loads of cells that scrolled away are left`() async {
    let grid = grid(1000)
    let asked = Set(loader.requests.indices)
    grid.move(.last)
    await loader.settle()
    #expect(loader.leftLoads.isSuperset(of: asked))
  }

  @Test func `cells that stay on screen keep their images while the grid scrolls`() async {
    let grid = grid(100)
    for load in loader.requests.indices { loader.complete(load) }
    await loader.settle()
    grid.scroll(byRows: 1)
    #expect(grid.visibleCells.prefix(8).allSatisfy { $0.content.tile != nil })
  }

  @Test func `the selected photo stays selected while others are listed before it`() {
    let grid = grid(0)
    grid.show(snapshot([4, 6, 8], isComplete: false))
    grid.move(.right)
    #expect(grid.status.isReading)
    grid.show(snapshot(0..<9))
    #expect(String(decoding: grid.status.name, as: UTF8.self) == "1006")
    #expect(grid.status.position == 7)
    #expect(!grid.status.isReading)
  }

  @Test func `an unmoved selection stays at the first photo while others are listed before it`() {
    let grid = grid(0)
    grid.show(snapshot([4, 6], isComplete: false))
    grid.show(snapshot(0..<9))
    #expect(grid.status.position == 1)
  }

  @Test func `after a complete listing even the first photo stays selected`() {
    let grid = grid(0)
    grid.show(snapshot([4, 6], isComplete: false))
    grid.show(snapshot([4, 6]))
    grid.show(snapshot(0..<9))
    #expect(grid.status.position == 5)
    grid.show(snapshot([0, 1]))
    #expect(grid.status.position == 2)
  }

  @Test func `all photos are visible while there is room, and columns do not shrink later`() {
    let grid = grid(2)
    #expect(grid.layout.columns == 2)
    grid.show(snapshot(0..<3))
    #expect(grid.visibleCells.count == 3)
    let columns = grid.layout.columns
    grid.show(snapshot(0..<100))
    #expect(grid.layout.columns == 4)
    #expect(columns <= 4)
    grid.show(snapshot(0..<2))
    #expect(grid.layout.columns == 4)
  }

  @Test func `a photo whose file has changed loads again, and stays marked and selected`() async {
    let grid = grid(0)
    var entries = snapshot(0..<9).entries
    grid.show(CatalogSnapshot(entries: entries))
    grid.select(3)
    grid.mark { [id = entries[3].id] marks, _ in marks.toggle([id]) }
    await loadAll()
    #expect(grid.visibleCells[3].content.tile != nil)
    entries[3] = CatalogEntry(id: entries[3].id, photo: entries[3].photo.revised())
    grid.show(CatalogSnapshot(entries: entries))
    #expect(grid.visibleCells.map { $0.content.tile == nil } == (0..<9).map { $0 == 3 })
    #expect(grid.visibleCells[3].isMarked && grid.visibleCells[3].isSelected)
    await loadAll()
    #expect(grid.visibleCells[3].content.tile != nil)
  }

  @Test func `zooming changes the number of columns within limits`() {
    let grid = grid(100)
    grid.zoom(by: 1)
    #expect(grid.layout.columns == 3)
    grid.zoom(by: 50)
    #expect(grid.layout.columns == 1)
    grid.zoom(by: -1)
    #expect(grid.layout.columns == 2)
    grid.zoom(by: -50)
    #expect(grid.layout.columns == 10)
    grid.zoom(by: 1)
    #expect(grid.layout.columns == 9)
  }

  @Test func `a reset makes the visible cells load again and reports their size`() async {
    let grid = grid(8)
    for load in loader.requests.indices { loader.complete(load) }
    await loader.settle()
    #expect(grid.isAtRest)
    let bytes = grid.visibleCells.compactMap { $0.content.tile?.byteCount }.reduce(0, +)
    #expect(grid.resetVisible() == CacheUsage(cost: bytes, count: 8))
    #expect(!grid.isAtRest)
    #expect(numbers(loader.requests.dropFirst(8)).sorted() == Array(0..<8))
  }

  @Test func `emptying memory reports what it removed, and cells load from the files again`() async
  {
    let request = ImageRequest(
      photo: Photo(named: "1000"), cells: CellSize(columns: 40, rows: 20), form: form)
    loader.remember(request)
    let grid = grid(1)
    #expect(grid.isAtRest)
    let removed = grid.emptyMemory()
    let bytes = LoadedTile(picturing: request).tile.byteCount
    #expect(removed == CacheUsage(cost: bytes, count: 1))
    #expect(grid.visibleCells.map(\.content) == [.placeholder])
    #expect(loader.requests == [request])
  }

  @Test func `the viewer requests its photo before all others, then the next one`() {
    let grid = grid(100)
    grid.move(.right, times: 5)
    let viewer = PhotoViewer(of: grid)
    #expect(numbers(loader.priorities.prefix(2)) == [5, 6])
    #expect(loader.priorities.first?.cells == CellSize(columns: 80, rows: 23))
    grid.move(.left)
    #expect(numbers(loader.priorities.prefix(2)) == [4, 3])
    viewer.close()
    #expect(viewer.focused.content == .empty)
    #expect(numbers(loader.priorities.prefix(2)) == [4, 3])
    #expect(loader.priorities.first?.cells == grid.layout.picture)
    #expect(grid.status.position == 5)
  }

  @Test func `the wheel moves the selection only if it would scroll out of sight`() {
    let grid = grid(100)
    grid.scroll(byRows: 1)
    #expect(grid.selection.firstRow == 1)
    #expect(grid.selection.index == 4)
    grid.scroll(byRows: -5)
    #expect(grid.selection.firstRow == 0)
    #expect(grid.selection.index == 4)
    grid.scroll(byRows: 1000)
    #expect(grid.selection.firstRow == 22)
  }

  @Test func `a click selects the cell under it, and none in a gap`() {
    let grid = grid(100)
    #expect(grid.select(at: CellPoint(column: 45, row: 9)))
    #expect(grid.selection.index == 6)
    #expect(!grid.select(at: CellPoint(column: 19, row: 9)))
    #expect(grid.selection.index == 6)
  }

  @Test func `a grid demands two screens of photos more than are visible`() async {
    let demand = CatalogDemand(0)
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: form, area: CellSize(columns: 80, rows: 23),
      demand: demand, onChange: {})
    grid.show(snapshot(0..<100))
    let screen = grid.layout.cellsPerScreen
    await demand.waitForMore(than: grid.visibleCells.count + 2 * screen - 1)
    grid.move(.last)
    await demand.waitForMore(than: 100 + 2 * screen - 1)
  }

  @Test func `a retry loads again only the images whose files have changed`() async {
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: form, area: CellSize(columns: 80, rows: 23),
      onChange: {})
    grid.show(snapshot(0..<4))
    #expect(loader.requests.count == 4)
    for load in 0..<4 { loader.complete(load) }
    await loader.settle()
    #expect(grid.visibleCells.allSatisfy { $0.content.tile != nil })
    let changed = loader.requests[2]
    loader.change(changed.photo.name.lossyText)
    #expect(grid.retryFailures() == 0)
    await loader.settle()
    #expect(loader.requests.count == 5)
    #expect(loader.requests[4] == changed)
    #expect(grid.visibleCells.count { $0.content == .placeholder } == 1)
    loader.complete(4)
    await loader.settle()
    #expect(grid.visibleCells.allSatisfy { $0.content.tile != nil })
    #expect(loader.requests.count == 5)
  }

  @Test func `a retry reaches the sources`() async {
    let demand = CatalogDemand(0)
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: form, area: CellSize(columns: 80, rows: 23),
      demand: demand, onChange: {})
    #expect(grid.retryFailures() == 0)
    await demand.waitForRetry(after: 0)
  }
}
