import Base
import Catalogs
import Imaging
import Photos
import TestSupport
import Testing

/// Folders among the entries of a grid.
@MainActor
@Suite("Folders in a grid", .timeLimit(.minutes(30)))
struct FolderArrangementTests {
  private let grid: GridViewModel

  init() {
    let loader = ScriptedLoader()
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), folders: ScriptedFolders(), onChange: {})
    grid.show(
      CatalogSnapshot(
        ["a_20240101.jpg", "b_20230101.png", "lake_20240102.jpg"],
        folders: ["lakes", "mountains", "zoo"], in: ByteString("/p/")))
  }

  private var names: [String] { grid.arrangement.map(\.name.lossyText) }

  @Test func `folders come first in natural order, whatever the order of the photos`() {
    for order in PhotoOrder.Key.allCases where order.isOfNames {
      for isReversed in [false, true] {
        grid.sort(by: PhotoOrder(order, isReversed: isReversed))
        #expect(names.prefix(3) == ["lakes/", "mountains/", "zoo/"], "\(order)")
        #expect(grid.arrangement.photos.count == 3, "\(order)")
      }
    }
  }

  @Test(arguments: [
    ("lake", ["lakes/", "lake_20240102.jpg"]),
    ("!lake", ["mountains/", "zoo/", "a_20240101.jpg", "b_20230101.png"]),
    ("zoo", ["zoo/"]), ("marked", []), ("size:>1", []),
  ])
  func `a filter matches folders by their names and by nothing else`(
    text: String, left: [String]
  ) {
    grid.show(only: Filter(text))
    #expect(names == left)
  }

  @Test func `a search finds folders and photos`() {
    grid.look(for: Filter("lake"), from: grid.selection.id)
    #expect(grid.selection.index == 0 && grid.status.arranging.matchCount == 2)
    #expect(grid.goToMatch(by: 1) == .found)
    #expect(grid.selectedPhoto?.name == ByteString("lake_20240102.jpg"))
    #expect(grid.goToMatch(by: 1) == .foundBeyondEnd)
    #expect(grid.selectedFolder?.name == ByteString("lakes"))
    #expect(grid.index(ofFirst: Filter("zoo")) == 2)
    #expect(grid.index(ofFirst: Filter("b_")) == 4)
  }

  @Test func `grouping leaves folders first, in rows of their own and without a heading`() {
    grid.group(by: .folder)
    #expect(names.prefix(3) == ["lakes/", "mountains/", "zoo/"])
    #expect(grid.visibleHeadings.map(\.count) == [3])
    let rows = grid.rows
    #expect(rows.row(of: 2) == 0 && rows.row(of: 3) == 1)
    #expect(grid.moveToGroup(by: 1) && grid.selection.index == 3)
    #expect(grid.moveToGroup(by: -1) && grid.selection.index == 0)
  }

  @Test func `folders are never marked`() {
    grid.mark { marks, arrangement in marks.markAll(in: arrangement) }
    #expect(grid.markedCount == 3)
    grid.mark { marks, arrangement in marks.invert(in: arrangement) }
    #expect(grid.markedCount == 0)
    grid.mark { marks, arrangement in marks.beginRange(at: arrangement[1].id) }
    #expect(grid.markedCount == 0)
    grid.move(.last)
    #expect(grid.markedPhotos.count == 3 && grid.markedCount == 3)
  }

  @Test func `clearing a filter reselects the folder that it hid`() {
    grid.select(1)
    grid.show(only: Filter("lake"))
    #expect(grid.selectedPhoto?.name == ByteString("lake_20240102.jpg"))
    grid.show(only: Filter())
    #expect(grid.selectedFolder?.name == ByteString("mountains"))
  }
}

extension PhotoOrder.Key {
  /// Whether names are all that is needed.
  fileprivate var isOfNames: Bool { PhotoOrder(self).depth == .names }
}
