import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// Entries are added, removed, changed and moved between frames, beside a plain model of the grid.
@MainActor
@Suite("Random changes of a catalog", .timeLimit(.minutes(30)))
struct ArrangementStormTests {
  @Test func `entries added before the screen leave every cell and load unchanged`() async {
    let stage = CatalogStage(count: 60)
    stage.grid.move(.down, times: 4)
    let before = stage.holdings
    stage.entries.insert(contentsOf: stage.makeEntries(4), at: 0)
    stage.show()
    #expect(stage.holdings == before)
    #expect(stage.loader.leftLoads.isDisjoint(with: before.values.map(\.load)))
  }

  @Test func `an entry added on the screen leaves the cells that stay unchanged`() {
    let stage = CatalogStage(count: 60)
    stage.grid.move(.right)
    let before = stage.holdings
    let left = stage.loader.leftLoads.count
    stage.entries.insert(contentsOf: stage.makeEntries(1), at: 3)
    stage.show()
    #expect(stage.holdings.count { before[$0.key] == nil } == 1)
    #expect(stage.holdings.allSatisfy { before[$0.key] == nil || before[$0.key] == $0.value })
    #expect(stage.loader.leftLoads.count <= left + 2)
  }

  @Test func `a photo that is listed twice has two cells, and both failures are retried`() async {
    let stage = CatalogStage(count: 0)
    let photo = Photo(named: "a")
    stage.entries = [CatalogEntry(photo), CatalogEntry(photo)]
    stage.show()
    #expect(stage.loader.requests.count == 2)
    for load in 0..<2 { stage.loader.fail(load) }
    await stage.loader.settle()
    #expect(stage.grid.visibleCells.count { $0.isSelected } == 1)
    #expect(stage.grid.retryFailures() == 2)
  }

  @Test func `an entry whose photo changes shows the new one in the same cell`() async {
    let stage = CatalogStage(count: 3)
    let id = stage.entries[1].id
    let cell = stage.grid.cell(of: id)
    stage.entries[1] = CatalogEntry(id: id, photo: Photo(named: "new"))
    stage.show()
    #expect(stage.grid.cell(of: id) === cell)
    #expect(cell?.photo == Photo(named: "new"))
    #expect(stage.loader.requests.last?.photo == Photo(named: "new"))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `after every step the grid shows the model, and cells that stay are unchanged`(
    seed: UInt64
  ) async {
    var random = SplitMix64(seed: seed)
    let stage = CatalogStage(count: 40)
    for _ in 0..<500 {
      let before = stage.holdings
      let (selected, known) = (stage.selected, stage.entries.map(\.id))
      let isAtStart = stage.isAtStart && stage.grid.selection.firstRow == 0
      let wasListed = !stage.grid.status.isReading
      if stage.change(&random) {
        let staysThere = isAtStart && (!wasListed || stage.grid.status.isReading)
        let expected =
          staysThere ? stage.entries.first?.id : stage.survivor(of: selected, in: known)
        #expect(stage.selected == expected)
      }
      stage.check(against: before)
      if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
    }
  }
}

/// A grid, the entries it shows, and the objects of each of its cells.
@MainActor
private final class CatalogStage {
  /// The objects of a visible entry, which stay the same while nothing disturbs them.
  struct Holding: Equatable {
    let cell: ObjectIdentifier
    let viewModel: ObjectIdentifier
    let load: Int
    let photo: Photo
  }

  let loader = ScriptedLoader()
  let grid: GridViewModel
  var entries: [CatalogEntry] = []
  /// Whether the selection has not moved from the first entry, or has returned to it.
  private(set) var isAtStart = true
  private var made = 0
  /// The load of each visible entry, by its number among all.
  private var loads: [PhotoID: Int] = [:]

  init(count: Int) {
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct), area: CellSize(columns: 80, rows: 23),
      onChange: {})
    entries = makeEntries(count)
    show()
  }

  func makeEntries(_ count: Int) -> [CatalogEntry] {
    defer { made += count }
    return (made..<made + count).map { CatalogEntry(Photo(named: "\($0)")) }
  }

  func show(isComplete: Bool = true) {
    grid.show(CatalogSnapshot(entries: entries, isComplete: isComplete))
  }

  var selected: PhotoID? { grid.selection.id }

  /// The entry to be selected after a change: the same one, or else the next that still exists.
  func survivor(of id: PhotoID?, in known: [PhotoID]) -> PhotoID? {
    guard let index = known.firstIndex(where: { $0 == id }) else { return entries.first?.id }
    let left = Set(entries.map(\.id))
    return known[index...].first(where: left.contains)
      ?? known[..<index].last(where: left.contains) ?? entries.first?.id
  }

  /// The objects of every visible entry.
  var holdings: [PhotoID: Holding] {
    var holdings: [PhotoID: Holding] = [:]
    for entry in visible {
      guard let cell = grid.cell(of: entry.id), let viewModel = cell.viewModel else { continue }
      let load = loader.requests.lastIndex { $0.photo == entry.photo } ?? -1
      holdings[entry.id] = Holding(
        cell: ObjectIdentifier(cell), viewModel: ObjectIdentifier(viewModel), load: load,
        photo: entry.photo)
    }
    return holdings
  }

  /// The visible entries, by the model.
  var visible: ArraySlice<CatalogEntry> {
    entries[
      grid.layout.visibleCells(
        firstRow: grid.selection.firstRow,
        in: GridRows(count: entries.count, columns: grid.layout.columns))]
  }

  /// Changes the catalog, moves, or completes a load; true if it was the catalog.
  func change(_ random: inout SplitMix64) -> Bool {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<2:
      entries.insert(
        contentsOf: makeEntries(Int.random(in: 1...6, using: &random)),
        at: Int.random(in: 0...entries.count, using: &random))
    case 2..<4 where !entries.isEmpty:
      let start = Int.random(in: 0..<entries.count, using: &random)
      entries.removeSubrange(
        start..<min(entries.count, start + Int.random(in: 1...6, using: &random)))
    case 4 where entries.count > 1:
      let entry = entries.remove(at: Int.random(in: 0..<entries.count, using: &random))
      entries.insert(entry, at: Int.random(in: 0...entries.count, using: &random))
    case 5 where !entries.isEmpty:
      let index = Int.random(in: 0..<entries.count, using: &random)
      entries[index] = CatalogEntry(id: entries[index].id, photo: makeEntries(1)[0].photo)
    case 6 where !loader.requests.isEmpty:
      loader.complete(Int.random(in: 0..<loader.requests.count, using: &random))
      return false
    case 7:
      move { $0.scroll(byRows: Int.random(in: -3...3, using: &random)) }
      return false
    default:
      move { $0.move(GridMotion.allCases.randomElement(using: &random) ?? .down) }
      return false
    }
    show(isComplete: Int.random(in: 0..<3, using: &random) > 0)
    return true
  }

  private func move(_ motion: (GridViewModel) -> Void) {
    motion(grid)
    if !entries.isEmpty { isAtStart = grid.selection.index == 0 }
  }

  /// Expects the grid to show the model, and every entry that stays visible to have the same objects,
  /// with no load of it left or restarted.
  func check(against before: [PhotoID: Holding]) {
    let after = holdings
    #expect(grid.visibleCells.map(\.caption) == visible.map(\.photo.name.bytes))
    #expect(Set(after.keys) == Set(visible.map(\.id)))
    for (id, holding) in after {
      #expect(grid.cell(of: id)?.photo == holding.photo)
      guard let earlier = before[id], earlier.photo == holding.photo else { continue }
      #expect(holding == earlier)
      #expect(!loader.leftLoads.contains(holding.load))
    }
  }
}
