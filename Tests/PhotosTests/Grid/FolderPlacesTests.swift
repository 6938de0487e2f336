import Base
import Catalogs
import ImagePipeline
import Imaging
import Storage
import TestSupport
import Testing

@testable import Photos

/// Navigation from folder to folder.
@MainActor
@Suite("Folder navigation", .timeLimit(.minutes(30)))
struct FolderPlacesTests {
  private let loader = ScriptedLoader()
  private let folders = ScriptedFolders()
  private let grid: GridViewModel

  init() {
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 40, rows: 12), folders: folders, onChange: {})
    let folders = folders
    grid.browse(
      folders.catalog(ByteString("p/")),
      opening: FolderOpening(workingFolder: ByteString("/home"), catalog: folders.catalog))
  }

  private func list(
    _ names: [String], folders inside: [String] = [], isComplete: Bool = true, in number: Int
  ) async {
    await settleMainActor { folders.paths.count > number }
    folders.list(names, folders: inside, isComplete: isComplete, in: number)
    await settle()
  }

  /// Lets a listing, a folder's cover or an image arrive, and what follows from it.
  private func settle() async {
    await settleMainActor(turns: 4)
    await loader.settle()
  }

  /// Subfolders are listed as `all/`.
  private func browseWithSubfolders() {
    let folders = folders
    grid.browse(
      folders.catalog(ByteString("p/")),
      opening: FolderOpening(
        workingFolder: ByteString("/home"),
        recursiveCatalog: { folders.catalog(ByteString($0.bytes + Array("all/".utf8))) },
        catalog: folders.catalog))
  }

  private var names: [String] { grid.arrangement.map(\.name.lossyText) }
  private var selected: String? {
    grid.isEmpty ? nil : grid.arrangement[grid.selection.index].name.lossyText
  }

  /// Enters the selected folder.
  private func enter() { if let folder = grid.selectedFolder { grid.enter(folder) } }

  @Test func `entering and leaving folders restores their selection and scroll position`() async {
    await list(["1.jpg"], folders: ["a", "b"], in: 0)
    grid.select(1)
    enter()
    #expect(grid.isEmpty && grid.place == ByteString("p/b/"))
    await list((10..<60).map { "\($0).jpg" }, in: 1)
    grid.select(40)
    grid.scroll(byRows: 1)
    let (row, photo) = (grid.selection.firstRow, selected)
    #expect(row > 0)
    #expect(grid.goUp() == .gone)
    await list(["0.jpg", "1.jpg"], folders: ["A", "a", "b"], in: 2)
    #expect(selected == "b/" && folders.paths == ["p/", "p/b/", "p/"])
    enter()
    for count in [20, 50] {
      await list((10..<10 + count).map { "\($0).jpg" }, isComplete: count == 50, in: 3)
    }
    #expect(selected == photo && grid.selection.firstRow == row)
  }

  @Test func `a move before the listing is complete overrides the restored selection`() async {
    await list([], folders: ["a"], in: 0)
    enter()
    await list((10..<60).map { "\($0).jpg" }, in: 1)
    grid.move(.last)
    _ = grid.goUp()
    await list([], folders: ["a"], in: 2)
    enter()
    await list((10..<30).map { "\($0).jpg" }, isComplete: false, in: 3)
    grid.move(.right)
    await list((10..<60).map { "\($0).jpg" }, in: 3)
    #expect(selected == "11.jpg")
  }

  @Test func `goUp() leads above the first folder, as far as the root`() async {
    await list([], in: 0)
    for (number, (path, name)) in [("", "p/"), ("/", "home/")].enumerated() {
      #expect(grid.goUp() == .gone)
      await list(["x.jpg"], folders: ["home", "p"], in: number + 1)
      #expect(grid.place == ByteString(path) && selected == name)
    }
    #expect(grid.goUp() == .isTop)
  }

  @Test func `the photos of all subfolders are one list, with the same filter`() async {
    browseWithSubfolders()
    await list(["1.jpg"], folders: ["a"], in: 1)
    grid.show(only: Filter("2"))
    await settle()
    #expect(grid.isEmpty && grid.status.hasSubfolders && !grid.status.isRecursive)
    #expect(grid.toggleSubfolders())
    #expect(folders.paths.last == "p/all/")
    await list(["1.jpg", "2.jpg"], in: 2)
    #expect(names == ["2.jpg"])
    #expect(grid.status.isRecursive && grid.place == ByteString("p/"))
    #expect(grid.toggleSubfolders())
    await list(["1.jpg"], folders: ["a"], in: 3)
    #expect(grid.isEmpty && !grid.status.isRecursive && grid.filter == Filter("2"))
  }

  @Test func `from the collections one returns to the photos of all subfolders`() async {
    browseWithSubfolders()
    await list([], folders: ["a"], in: 1)
    for isRecursive in [true, false] {
      if grid.status.isRecursive != isRecursive { #expect(grid.toggleSubfolders()) }
      grid.show(only: Filter("one"))
      #expect(grid.enter(CollectionFolder.root))
      grid.show(only: Filter("best"))
      #expect(grid.enter(CollectionFolder.address(of: ByteString("best"))))
      #expect(!grid.status.isRecursive)
      #expect(grid.goUp() == .gone && grid.place == CollectionFolder.root)
      #expect(grid.goUp() == .gone)
      #expect(grid.status.isRecursive == isRecursive)
      #expect(folders.paths.last == (isRecursive ? "/home/p/all/" : "/home/p/"))
      #expect(grid.filter == Filter("one"))
    }
  }

  @Test func `a photo that comes back is selected when the folder lists it again`() async {
    await list(["1.jpg", "2.jpg", "3.jpg"], in: 0)
    let path = ByteString("p/2.jpg")
    grid.withdraw([path])
    await list(["1.jpg", "3.jpg"], in: 0)
    #expect(!grid.restore([path]))
    grid.select(whenListed: [path])
    #expect(names == ["1.jpg", "3.jpg"])
    await list(["1.jpg", "2.jpg", "3.jpg"], in: 0)
    #expect(selected == "2.jpg")
    grid.move(.right)
    await list(["1.jpg", "2.jpg", "3.jpg", "4.jpg"], in: 0)
    #expect(selected == "3.jpg")
  }

  @Test func `a plain list of photos has no parent folder`() async {
    let grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 40, rows: 12), folders: folders, onChange: {})
    grid.show(CatalogSnapshot(listing: [Photo(named: "a.jpg")]))
    #expect(grid.goUp() == .isNowhere)
  }

  @Test func `late responses for a folder that was left are dropped`() async {
    for order in permutations(of: ["listing", "picture", "look"]) {
      let test = FolderPlacesTests()
      await test.list(["A.jpg"], folders: ["x", "y"], in: 0)
      test.grid.select(1)
      test.enter()
      for answer in order {
        switch answer {
        case "listing": test.folders.list(["A.jpg", "B.jpg"], in: 0)
        case "picture": test.loader.complete(0)
        default: test.folders.looks.give(.success(FolderPreview(["A.jpg"], in: "p/x")), to: 0)
        }
        await test.settle()
        #expect(test.grid.isEmpty, "\(order)")
      }
      await test.list(["Z.jpg"], in: 1)
      #expect(test.names == ["Z.jpg"])
      #expect(test.grid.visibleCells.map(\.content) == [.placeholder], "\(order)")
    }
  }

  @Test func `a late arrangement of a folder that was left is dropped`() async {
    await list((0..<5000).map { "\($0).jpg" }, folders: ["x"], in: 0)
    grid.sort(by: PhotoOrder(.name, isReversed: true))
    #expect(grid.status.arranging.work == .arranging)
    enter()
    #expect(grid.isEmpty)
    await list(["a.jpg", "b.jpg"], in: 1)
    await settleMainActor { grid.status.arranging.work == nil }
    #expect(names == ["b.jpg", "a.jpg"])
  }

  @Test func `marks survive changes of folders, and are listed in the order of each folder`() async
  {
    await list(["1.jpg", "2.jpg", "3.jpg"], folders: ["a"], in: 0)
    grid.mark { $0.toggle($1.photoIDs(in: 2..<4)) }
    enter()
    #expect(grid.markedCount == 2 && grid.marks.count == 0)
    let saved = grid.savedMarks
    grid.withdraw([ByteString("p/2.jpg")])
    #expect(grid.markedCount == 1)
    grid.restore(saved)
    #expect(grid.markedCount == 2)
    await list(["7.jpg", "8.jpg"], in: 1)
    grid.mark { $0.toggle($1.photoIDs(in: 1..<2)) }
    #expect(grid.markedPhotos.map(\.name.lossyText) == ["2.jpg", "3.jpg", "8.jpg"])
    _ = grid.goUp()
    #expect(grid.markedPhotos.map(\.name.lossyText) == ["8.jpg", "2.jpg", "3.jpg"])
    await list(["1.jpg", "2.jpg"], folders: ["a"], in: 2)
    #expect(grid.markedPhotos.map(\.name.lossyText) == ["8.jpg", "2.jpg"])
    grid.withdraw([ByteString("p/a/8.jpg")])
    #expect(grid.markedCount == 1)
    grid.clearMarks()
    #expect(grid.markedCount == 0)
  }

  /// Each copy of 100,000 photos would block the main actor for some 20 ms.
  @Test func `marked photos are copied only if others are not marked`() async {
    await list((1..<5).map { "\($0).jpg" }, folders: ["a"], in: 0)
    let listed = grid.arrangement.listing.entries
    let place = listed.withUnsafeBufferPointer(\.baseAddress)
    for unmarked in [1, 3] {
      grid.mark { $0.markAll(in: $1) }
      #expect(grid.chosenEntries.withUnsafeBufferPointer(\.baseAddress) == place)
      grid.mark { $0.toggle($1.photoIDs(in: unmarked..<unmarked + 1)) }
      #expect(grid.chosenEntries == listed.filter { $0.id != listed[unmarked - 1].id })
      #expect(grid.hiddenMarks == HiddenMarks())
      grid.show(only: Filter("name:4"))
      await settleMainActor { grid.status.arranging.work == nil }
      var hidden = HiddenMarks()
      hidden.byFilter = 2
      #expect(grid.hiddenMarks == hidden)
      grid.show(only: Filter())
      grid.sort(by: PhotoOrder(.name, isReversed: true))
      await settleMainActor { grid.status.arranging.work == nil }
      grid.mark { $0.markAll(in: $1) }
      #expect(grid.chosenEntries == listed.reversed())
      grid.sort(by: PhotoOrder(.name))
      await settleMainActor { grid.status.arranging.work == nil }
    }
  }

  @Test func `marks of the last visit are chosen while their listing is being arranged`() async {
    let names = (0..<5000).map { "\($0).jpg" }
    await list(names, folders: ["a"], in: 0)
    grid.sort(by: PhotoOrder(.name, isReversed: true))
    await settleMainActor { grid.status.arranging.work == nil }
    grid.mark { $0.toggle($1.photoIDs(in: 1..<3)) }
    let marked = grid.markedPhotos
    grid.select(0)
    enter()
    await list([], in: 1)
    _ = grid.goUp()
    grid.show(CatalogSnapshot(listing: names.map { Photo(path: ByteString("p/\($0)")) }))
    // On a busy machine it may be arranged before the main actor has begun to wait for it.
    let isArranging = grid.status.arranging.work != nil
    #expect(grid.hiddenMarks.unlisted == (isArranging ? 2 : 0))
    #expect(Set(grid.markedPhotos) == Set(marked) && grid.chosenEntries.count == 2)
    await settleMainActor { grid.status.arranging.work == nil }
    #expect(grid.markedPhotos == marked && grid.hiddenMarks.unlisted == 0)
  }

  @Test func `a saved filter begins with its own text, and archives are found by their names`()
    async
  {
    await list([], folders: ["a.zip/", "b.zip/"], in: 0)
    grid.show(only: Filter("b.zip"))
    await settle()
    #expect(names == ["b.zip/"])
    #expect(grid.enter(CollectionFolder.address(of: ByteString("best"))))
    grid.show(only: Filter("zz"))
    await settle()
    #expect(grid.enter(CollectionFolder.root))
    #expect(grid.enter(CollectionFolder.address(of: ByteString("best"))))
    #expect(grid.filter.isEmpty)
  }

  @Test func `each folder has a filter of its own, and all folders share the order`() async {
    await list(["1.jpg"], folders: ["a", "b"], in: 0)
    grid.sort(by: PhotoOrder(.name, isReversed: true))
    grid.show(only: Filter("a"))
    enter()
    await list(["7.jpg", "8.jpg"], in: 1)
    #expect(names == ["8.jpg", "7.jpg"] && grid.filter.isEmpty)
    _ = grid.goUp()
    await list(["1.jpg"], folders: ["a", "b"], in: 2)
    #expect(names == ["a/"] && grid.filter.text == "a")
  }

  @Test func `cached images of a folder are checked for changes when it is entered again`() async {
    await list(["A.jpg"], folders: ["x"], in: 0)
    loader.remember(loader.requests[0])
    loader.complete(0)
    await settle()
    enter()
    await list([], in: 1)
    loader.change("A.jpg")
    _ = grid.goUp()
    await list(["A.jpg"], folders: ["x"], in: 2)
    await settleMainActor { loader.requests.count == 2 }
    #expect(loader.requests.map(\.photo.name.lossyText) == ["A.jpg", "A.jpg"])
  }

  /// A grid of a folder in which a former run has selected photos.
  private func grid(
    _ places: [String: String], in state: TemporaryFolder
  ) async -> (GridViewModel, PlaceStore) {
    let store = PlaceStore(folder: state.name("photocell"))
    for (folder, name) in places { store.note(ByteString(name), in: ByteString(folder)) }
    await store.flush()
    let grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 40, rows: 12), folders: folders, onChange: {})
    grid.browse(
      folders.catalog(ByteString("q/")),
      opening: FolderOpening(
        workingFolder: ByteString("/home"), store: store, catalog: folders.catalog))
    await settleMainActor { grid.places.stored != nil }
    return (grid, store)
  }

  private func selected(_ grid: GridViewModel) -> String? {
    grid.isEmpty ? nil : grid.arrangement[grid.selection.index].name.lossyText
  }

  @Test func `the photo selected in an earlier run is selected once it is listed`() async {
    let state = TemporaryFolder()
    let (grid, _) = await grid(["/home/q/": "35.jpg", "/home/q/a/": "2.jpg"], in: state)
    await list((10..<30).map { "\($0).jpg" }, folders: ["a"], isComplete: false, in: 1)
    #expect(selected(grid) == "a/")
    await list((10..<60).map { "\($0).jpg" }, folders: ["a"], in: 1)
    #expect(selected(grid) == "35.jpg" && grid.selection.firstRow > 0)
    grid.select(0)
    grid.enter(grid.arrangement.folders[0])
    await list(["1.jpg", "2.jpg"], in: 2)
    #expect(selected(grid) == "2.jpg")
  }

  @Test func `a folder selected in an earlier run is selected as well`() async {
    let state = TemporaryFolder()
    let (grid, _) = await grid(["/home/q/": "b/"], in: state)
    await list(["1.jpg"], folders: ["a", "b"], in: 1)
    #expect(selected(grid) == "b/")
  }

  @Test func `a stored name that is not listed selects nothing`() async {
    let state = TemporaryFolder()
    let (grid, _) = await grid(["/home/q/": "2.jpg"], in: state)
    await list(["1.jpg", "3.jpg"], in: 1)
    #expect(selected(grid) == "1.jpg")
    await list(["1.jpg", "2.jpg", "3.jpg"], in: 1)
    #expect(selected(grid) == "1.jpg")
  }

  @Test func `a move or a named photo overrides the stored selection`() async {
    let state = TemporaryFolder()
    let (grid, _) = await grid(["/home/q/": "4.jpg"], in: state)
    await list(["1.jpg", "2.jpg"], isComplete: false, in: 1)
    grid.move(.right)
    await list(["1.jpg", "2.jpg", "4.jpg"], in: 1)
    #expect(selected(grid) == "2.jpg")
    let (other, _) = await self.grid([:], in: state)
    var snapshot = CatalogSnapshot(["1.jpg", "3.jpg", "4.jpg"], in: ByteString("q/"))
    snapshot.named = snapshot.entries[1].id
    other.show(snapshot)
    #expect(selected(other) == "3.jpg")
  }

  @Test
  func `the selection is written on leaving a folder and on quitting, once the user has moved`()
    async
  {
    let state = TemporaryFolder()
    let (grid, store) = await grid(["/home/q/": "3.jpg"], in: state)
    await list(["1.jpg", "2.jpg", "3.jpg"], folders: ["a"], in: 1)
    grid.move(.left)
    grid.enter(grid.arrangement.folders[0])
    await store.flush()
    #expect(await store.load() == [ByteString("/home/q/"): ByteString("2.jpg")])
    await list(["8.jpg", "9.jpg"], in: 2)
    grid.move(.last)
    grid.endBrowsing()
    await store.flush()
    #expect(await store.load()[ByteString("/home/q/a/")] == ByteString("9.jpg"))
    grid.move(.first)
    grid.endBrowsing()
    await store.flush()
    #expect(await store.load() == [ByteString("/home/q/"): ByteString("2.jpg")])
    let (idle, other) = await self.grid([:], in: state)
    idle.endBrowsing()
    await other.flush()
    #expect(await other.load().count == 1)
  }

  @Test func `marks of the last visit are restored as their photos are listed`() {
    var places = FolderPlaces(
      opening: FolderOpening(workingFolder: ByteString("/home"), catalog: folders.catalog))
    func entry(_ name: String) -> CatalogEntry {
      CatalogEntry(Photo(path: ByteString("p/\(name)")))
    }
    let marked = [entry("b"), entry("d")]
    _ = places.go(to: ByteString("p/"), leaving: FolderPlaces.Memory())
    let memory = FolderPlaces.Memory(selected: ByteString("a"), firstRow: 2, marked: marked)
    _ = places.go(to: ByteString("p/x/"), leaving: memory)
    #expect(places.marked == marked && places.whole == ByteString("/home/p/x/"))
    let wasKnown = places.finishListing()
    let known = places.go(
      to: ByteString("p/"), selecting: ByteString("x"), leaving: FolderPlaces.Memory())
    #expect(known.selected == ByteString("x/") && known.firstRow == 2)
    #expect(places.marked.isEmpty && places.remembered == marked)
    let listed = ["a", "b", "c"].map(entry)
    #expect(places.recognise(listed) == [listed[1]] && places.remembered == [marked[1]])
    let equal = [entry("d"), entry("d")]
    #expect(places.recognise(equal) == [equal[0]] && places.remembered.isEmpty)
    let isKnown = places.finishListing()
    #expect(!wasKnown && isKnown && places.remembered.isEmpty)
  }
}
