import Base
import Browser
import Catalogs
import FileActions
import Photos
import Terminal
import TestSupport
import Testing

/// Finds missing photos under other paths.
private struct FoundFiles: PhotoFactsReading {
  let paths: [ByteString: ByteString]

  func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
    await FileFactsReader().read(depth, of: photos, send: send)
  }

  func newPaths(ofMissing missing: [ByteString]) async -> [ByteString: ByteString] {
    paths.filter { missing.contains($0.key) }
  }
}

@MainActor
@Suite("Collections by key", .timeLimit(.minutes(30)))
struct CollectionTests {
  private let home = TemporaryFolder()
  private let lists = TemporaryFolder()

  private func stage(
    _ names: [String] = ["a.jpg", "b.jpg", "c.jpg"],
    facts: any PhotoFactsReading = FileFactsReader()
  ) -> BrowserStage {
    for name in names { home.file(name) }
    return BrowserStage(
      names.map(home.name), columns: 120, rows: 6, home: home.argument,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      collections: CollectionFolder(
        path: lists.argument,
        savedFilters: [ByteString("saved"): SavedFilter("rating:5", in: [home.argument])]),
      facts: facts)
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private func lines(of name: String = "best") -> [String] {
    guard lists.names(in: ".").contains("\(name).list") else { return [] }
    return String(decoding: lists.bytes(of: "\(name).list"), as: UTF8.self)
      .split(separator: "\n").map { String($0).replacing("\(home.path)/", with: "") }
  }

  @Test(
    arguments: [
      ("abest<Enter>", "a.jpg added to @best – u to undo", ["a.jpg"]),
      ("abest<Enter>la", "b.jpg added to @best – u to undo", ["a.jpg", "b.jpg"]),
      ("abest<Enter>a", "1 photo is there already", ["a.jpg"]),
      ("a@best<Enter>", "a.jpg added to @best – u to undo", ["a.jpg"]),
      ("<C-a>abest<Enter>", "3 photos added to @best – u to undo", ["a.jpg", "b.jpg", "c.jpg"]),
      (
        "abest<Enter><C-a>a", "2 photos added to @best – u to undo; 1 photo is there already",
        ["a.jpg", "b.jpg", "c.jpg"]
      ),
      ("abest<Enter>u", "Change of @best undone (Ctrl-r redo)", []),
      ("abest<Enter>u<C-r>", "@best changed again – u to undo", ["a.jpg"]),
      ("aa/b<Enter>", "“a/b” is not a name for a collection", []),
      ("a.best<Enter>", "“.best” is not a name for a collection", []),
      ("a<Esc>", "", []),
      (":drop<Enter>", "Show a collection first: :collections", []),
      (":collect saved<Enter>", "@saved is a saved filter, which has no list", []),
      (":collections a/b<Enter>", "No such collection", []),
      (":collections<Enter>", "These photos are not of one folder; run photocell @", []),
      ("abest<Enter>Rx<Enter>", "", ["ax.jpg"]),
      ("abest<Enter>Rx<Enter>u", "Rename of a.jpg undone", ["a.jpg"]),
      ("abest<Enter>D", "a.jpg trashed", ["a.jpg"]),
    ] as [(KeyScript, String, [String])])
  func `keys change collections and say so`(
    keys: KeyScript, line: String, expected: [String]
  ) async {
    let stage = stage()
    for key in keys.keys {
      stage.browser.handle(.terminal(.key(key)))
      await type("", stage)
    }
    #expect(stage.statusLine.contains(line))
    #expect(lines() == expected)
  }

  @Test func `a collection is listed again after its photos have moved`() async {
    let stage = stage([])
    let folders = stage.folders
    home.file("a.jpg")
    stage.grid.browse(
      folders.catalog(CollectionFolder.address(of: ByteString("best"))),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    await settleMainActor { folders.paths.count == 1 }
    var snapshot = CatalogSnapshot(photos: [Photo(path: home.entry("a.jpg"))])
    snapshot.place = CollectionFolder.address(of: ByteString("best"))
    stage.grid.show(snapshot)
    home.folder("sub")
    let retries = stage.demand.retryCount
    await type(":move ~/sub<Enter>", stage)
    #expect(stage.demand.retryCount == retries + 1)
  }

  @Test(
    arguments: [
      ("abest<Enter>", "a.jpg added to @best – u to undo", ["https://h/a.jpg"]),
      ("labest<Enter>", "Photos on the web cannot be added to collections: their addresses", []),
      (
        "<C-a>abest<Enter>", "2 photos added to @best – u to undo; 1 photo on the web skipped",
        ["https://h/a.jpg", "c.jpg"]
      ),
      ("abest<Enter>u", "Change of @best undone", []),
    ] as [(KeyScript, String, [String])])
  func `a photo on the web is added by its address, if that opens it`(
    keys: KeyScript, line: String, expected: [String]
  ) async throws {
    home.file("c.jpg")
    let stage = stage([])
    let web = WebPhoto(address: try WebURL("https://h/a.jpg".utf8))
    var served = WebPhoto(address: try WebURL("https://h/b.jpg".utf8))
    served.file = ServedFile(place: ByteString("s3://b/b.jpg"))
    stage.grid.show(
      CatalogSnapshot(listing: [Photo(web), Photo(served), Photo(path: home.entry("c.jpg"))]))
    await stage.settle()
    for key in keys.keys {
      stage.browser.handle(.terminal(.key(key)))
      await type("", stage)
    }
    #expect(stage.statusLine.contains(line))
    #expect(lines() == expected)
  }

  /// Shows the collection as it is on disk.
  private func open(_ stage: BrowserStage, after step: Int) async {
    let folders = stage.folders
    await settleMainActor { folders.paths.count == step }
    var snapshot = CatalogSnapshot(listing: lines().map { Photo(path: home.entry($0)) })
    snapshot.place = CollectionFolder.address(of: ByteString("best"))
    folders.send(snapshot, in: step - 1)
  }

  @Test(
    arguments: [
      (
        ["x.jpg": "a.jpg"], ["b.jpg", "a.jpg", "y.jpg"],
        "1 photo of @best was found under a new name"
      ),
      (
        ["x.jpg": "a.jpg", "y.jpg": "c.jpg"], ["b.jpg", "a.jpg", "c.jpg"],
        "2 photos of @best were found under new names – u to undo"
      ),
      // It is listed already.
      (["x.jpg": "b.jpg"], ["b.jpg", "x.jpg", "y.jpg"], ""),
      (["b.jpg": "a.jpg"], ["b.jpg", "x.jpg", "y.jpg"], ""),
      ([:], ["b.jpg", "x.jpg", "y.jpg"], ""),
    ] as [([String: String], [String], String)])
  func `missing photos of a collection are listed where they are found, which can be undone`(
    paths: [String: String], expected: [String], line: String
  ) async {
    let old = ["b.jpg", "x.jpg", "y.jpg"]
    _ = lists.write(
      Array(old.map { "\(home.path)/\($0)\n" }.joined().utf8), as: "best.list")
    let found = paths.map { (home.entry($0), home.entry($1)) }
    let stage = stage(facts: FoundFiles(paths: Dictionary(uniqueKeysWithValues: found)))
    let folders = stage.folders
    stage.grid.browse(
      folders.catalog(CollectionFolder.address(of: ByteString("best"))),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    await open(stage, after: 1)
    await stage.finishSearch()
    await type("", stage)
    #expect(lines() == expected)
    #expect(stage.statusLine.contains(line))
    guard !line.isEmpty else { return }
    await type("u", stage)
    #expect(lines() == old)
    // Listed again as they were, they are not looked for a second time.
    await open(stage, after: 1)
    await stage.finishSearch()
    await type("", stage)
    #expect(lines() == old)
  }

  @Test func `a trashed photo of a collection stays missing`() async {
    for folder in ["Trash", "Trash/files", "Trash/info"] { home.folder(folder) }
    for name in ["Trash/files/x.jpg", "Trash/info/x.jpg.trashinfo"] { home.file(name) }
    _ = lists.write(Array("\(home.path)/x.jpg\n".utf8), as: "best.list")
    let stage = stage(
      facts: FoundFiles(paths: [home.entry("x.jpg"): home.entry("Trash/files/x.jpg")]))
    let folders = stage.folders
    stage.grid.browse(
      folders.catalog(CollectionFolder.address(of: ByteString("best"))),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    await open(stage, after: 1)
    await stage.finishSearch()
    await type("", stage)
    #expect(lines() == ["x.jpg"] && !stage.statusLine.contains("found"))
  }

  @Test func `Tab completes the name of a collection`() async {
    for name in ["best", "beach", "trips"] { _ = lists.write([], as: "\(name).list") }
    let stage = stage()
    stage.type("abe<Tab>")
    await stage.takeEvents()
    #expect(stage.text.contains(": collect be ") && stage.text.contains("beach  best"))
    stage.type("s<Tab>")
    await stage.takeEvents()
    #expect(stage.text.contains(": collect best"))
    await type("<Enter>", stage)
    #expect(lines() == ["a.jpg"])
  }

  @Test func `the filter of a collection applies once, and can be changed`() async {
    let stage = stage()
    var snapshot = CatalogSnapshot(photos: ["a.jpg", "b.jpg", "c.jpg"].map(Photo.init(named:)))
    (snapshot.place, snapshot.filter) = (ByteString("collections:///x/"), "b")
    stage.grid.show(snapshot)
    await stage.arrange("")
    #expect(stage.grid.status.count == 1 && stage.grid.filter == Filter("b"))
    await stage.arrange("f<Backspace>a<Enter>")
    snapshot.entries.removeLast()
    stage.grid.show(snapshot)
    await stage.arrange("")
    #expect(stage.grid.filter == Filter("a") && stage.grid.status.count == 1)
  }

  @Test func `hidden marked photos are asked about`() async {
    let stage = stage()
    await type("<C-a>fb<Enter>:collect best<Enter>", stage)
    #expect(stage.text.contains("Add 3 photos to @best, 2 of them hidden by the filter? y/n:"))
    await type("y<Enter>", stage)
    #expect(lines() == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `a collection is entered, changed and left, and shows its name`() async {
    let stage = stage([])
    let folders = stage.folders
    let steps:
      [(path: String, photos: [String], folders: [String], shown: String, keys: KeyScript)] = [
        ("/p/", [], ["in"], "", "<Enter>"),
        ("/p/in/", ["a.jpg", "b.jpg"], [], "", "l:collections<Enter>"),
        ("collections:///", [], ["best"], "@", "<Enter>"),
        ("collections:///best/", ["x.jpg", "y.jpg"], [], "@best", "<Backspace>"),
        ("collections:///", [], ["best"], "@", "<Backspace>"),
        ("/p/in/", ["a.jpg", "b.jpg"], [], "", ":collections<Enter>"),
        ("collections:///", [], ["best"], "@", "q"),
        ("/p/in/", ["a.jpg", "b.jpg"], [], "", ""),
      ]
    stage.grid.browse(
      folders.catalog(ByteString("/p/")),
      opening: FolderOpening(workingFolder: ByteString("/"), catalog: folders.catalog))
    for (number, step) in steps.enumerated() {
      await settleMainActor { folders.paths.count == number + 1 }
      #expect(folders.paths.last == step.path)
      folders.list(step.photos, folders: step.folders, in: number)
      await settleMainActor(turns: 8)
      if step.path.hasPrefix("collections") { #expect(stage.statusLine.hasSuffix(step.shown)) }
      stage.type(step.keys)
    }
    #expect(stage.statusLine.hasPrefix(" 2/2"))
    #expect(stage.browser.isRunning)
  }
}
