import Catalogs
import ExpiringCache
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

@MainActor
@Suite("Pinned tiles", .timeLimit(.minutes(30)))
struct PinnedTilesTests {
  private let loader = ScriptedLoader()
  private let form = TileForm(symbols: .quadrants, colors: .direct)
  private let photos = (0..<60).map { Photo(named: "\($0)") }

  private func grid() -> GridViewModel {
    let grid = GridViewModel(
      loader: loader, memory: loader.memory, form: form,
      area: CellSize(columns: 80, rows: 23), onChange: {})
    grid.show(CatalogSnapshot(listing: photos))
    return grid
  }

  private enum Step: CaseIterable {
    case pageDown, end, zoom, resize, view, close

    @MainActor func take(
      _ grid: GridViewModel, _ viewer: inout PhotoViewer?, _ form: TileForm
    ) {
      switch self {
      case .pageDown: grid.move(.pageDown)
      case .end: grid.move(.last)
      case .zoom: grid.zoom(by: 1)
      case .resize: grid.resize(to: CellSize(columns: 60, rows: 17), form: form)
      case .view: viewer = PhotoViewer(of: grid)
      case .close:
        viewer?.close()
        viewer = nil
      }
    }
  }

  @Test func `after steps in any order exactly the visible requests are pinned`() {
    for steps in permutations(of: Step.allCases) {
      let grid = grid()
      var viewer: PhotoViewer?
      for step in steps { step.take(grid, &viewer, form) }
      #expect(pinned(sizes(of: grid)) == visible(grid, isViewing: viewer != nil))
      grid.show(CatalogSnapshot())
      #expect(pinned(sizes(of: grid)) == [])
    }
  }

  @Test func `a released grid leaves no pins`() {
    var grid: GridViewModel? = grid()
    let sizes = grid.map(sizes(of:)) ?? []
    #expect(!pinned(sizes).isEmpty)
    grid = nil
    #expect(pinned(sizes) == [])
  }

  @Test func `visible tiles survive suspension and trimming of memory`() {
    let grid = grid()
    let sizes = sizes(of: grid)
    remember(sizes)
    grid.discardHidden()
    #expect(Set(requests(sizes).filter(loader.memory.holds)) == visible(grid))
    #expect(grid.memory.nextToExpire(1_000).count { $0.isPinned } == visible(grid).count)
    #expect(grid.memory.nextToExpire(1_000).count { $0.isDiscarded } == 120 - visible(grid).count)
    remember(sizes)
    #expect(grid.trimMemory(toVisible: false) > 0)
    #expect(visible(grid).allSatisfy(loader.memory.holds))
    #expect(grid.trimMemory(toVisible: true) > 0)
    #expect(loader.memory.usage.count == visible(grid).count)
  }

  @Test func `the order of eviction depends on whether memory has room for ten screens`() {
    let memory = TileMemory(
      limits: CacheLimits(cost: 1 << 30, count: 50), expiration: .never, clock: ManualClock())
    let grid = GridViewModel(
      loader: loader, memory: memory, form: form, area: CellSize(columns: 80, rows: 23),
      onChange: {})
    // 50 entries are fewer than ten screens of twelve: the least recently used goes.
    #expect(survivor(of: memory) == 0)
    grid.resize(to: CellSize(columns: 18, rows: 7), form: form)
    // And more than ten screens of one: an entry with one hit in the small queue is evicted anyway.
    #expect(survivor(of: memory) == nil)
  }

  /// Whether the first of 50 entries survives a 51st after a single hit: only by recency.
  private func survivor(
    of memory: TileMemory
  ) -> Int? {
    _ = memory.removeAll()
    let requests = (0...50).map { ImageRequest("\($0)") }
    for request in requests.dropLast() {
      memory.store(LoadedTile(picturing: request), for: request)
    }
    _ = memory.tile(for: requests[0])
    memory.store(LoadedTile(picturing: requests[50]), for: requests[50])
    return memory.holds(requests[0]) ? 0 : nil
  }

  /// The requests that stay when memory is filled with these sizes and then trimmed to its pins.
  private func pinned(_ sizes: [CellSize]) -> Set<ImageRequest> {
    remember(sizes)
    loader.memory.trimToPinned()
    let left = Set(loader.memory.nextToExpire(.max).map(\.key))
    _ = loader.memory.removeAll()
    return left
  }

  private func remember(_ sizes: [CellSize]) {
    for request in requests(sizes) { loader.remember(request) }
  }

  private func requests(_ sizes: [CellSize]) -> [ImageRequest] {
    zip(sizes, [.filling, .fitting]).flatMap { cells, extent in
      photos.map { ImageRequest(photo: $0, cells: cells, form: form, extent: extent) }
    }
  }

  /// Every size that the steps may have requested: of a cell, and of the viewer.
  private func sizes(of grid: GridViewModel) -> [CellSize] {
    [grid.layout.picture, grid.layout.area]
  }

  private func visible(_ grid: GridViewModel, isViewing: Bool = false) -> Set<ImageRequest> {
    let cells = grid.layout.visibleCells(
      firstRow: grid.selection.firstRow, in: grid.rows)
    var requests = cells.compactMap { index in
      grid.arrangement[index].photo.map {
        ImageRequest(photo: $0, cells: grid.layout.picture, form: form)
      }
    }
    if isViewing, let photo = grid.selectedPhoto {
      requests.append(
        ImageRequest(photo: photo, cells: grid.layout.area, form: form, extent: .fitting))
    }
    return Set(requests)
  }
}
