import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Synchronization
import TestSupport
import Testing

/// Ratings of photos in sidecars and in their own files, in a grid that requests no other facts.
@MainActor
struct RatingReadingTests {
  private let loader = ScriptedLoader()
  private let reader = RatingReader()
  private let grid: GridViewModel

  /// A grid of four cells in a row, and three rows and a half.
  init() {
    grid = GridViewModel(
      loader: loader, memory: loader.memory,
      form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 80, rows: 23), facts: reader, onChange: {})
  }

  private func show(_ count: Int) {
    grid.show(
      CatalogSnapshot(listing: (0..<count).map { Photo(path: ByteString("/p/\($0 + 1000)")) }))
  }

  /// Completes all loads that are not complete yet.
  private func load(from first: Int = 0) async {
    for number in first..<loader.requests.count { loader.complete(number) }
    await loader.settle()
  }

  private func facts(_ number: Int) -> PhotoFacts? {
    grid.facts[grid.arrangement[number].id]
  }

  @Test func `ratings in sidecars are read as soon as photos are listed, before their images`() {
    reader.sidecars["1001"] = PhotoRating(stars: 4, label: "Red", isPicked: true)
    reader.sidecars["1090"] = PhotoRating(stars: -1)
    show(100)
    #expect(facts(0) == nil)
    #expect(facts(1)?.rating == 4 && facts(1)?.label == "Red" && facts(1)?.isPicked == true)
    #expect(facts(90)?.flag == .rejected)
    #expect(grid.visibleCells[1].rating == 4 && grid.visibleCells[1].label == "Red")
    #expect(reader.asked.isEmpty)
  }

  @Test func `the files of visible photos are read once, after their images are loaded`() async {
    reader.files["1002"] = PhotoRating(stars: 3, label: "Blue")
    show(100)
    loader.complete(0)
    await loader.settle()
    #expect(reader.asked.isEmpty)
    await load(from: 1)
    #expect(reader.asked == [(1000..<1012).map(String.init)])
    #expect(facts(2)?.rating == 3 && facts(2)?.label == "Blue")
    grid.move(.down)
    await load(from: loader.requests.count)
    #expect(reader.asked.count == 1)
  }

  @Test func `a motion photo whose image does not say so is known from its file`() async {
    reader.files["1002"] = PhotoRating(isMotionPhoto: true)
    show(4)
    await load()
    #expect(grid.visibleCells.map(\.hasClip) == [false, false, true, false])
    #expect(reader.asked.count == 1)
  }

  @Test func `the viewer plays a motion photo as soon as its metadata is known`() async {
    loader.hide(ScriptedFrames(100), in: "1001")
    reader.files["1001"] = PhotoRating(isMotionPhoto: true)
    show(4)
    let viewer = PhotoViewer(of: grid)
    grid.update()
    await load()
    #expect(viewer.motion.status == nil && !viewer.motion.toggle())
    let before = loader.requests.count
    grid.select(1)
    await load(from: before)
    #expect(reader.asked.last == ["1001"] && loader.motionCount == 0)
    #expect(viewer.motion.status?.frame == 0 && viewer.motion.toggle())
    viewer.close()
  }

  @Test func `a sidecar overrides the file, also with an empty label`() async {
    reader.files["1000"] = PhotoRating(stars: 3, label: "Blue")
    reader.files["1001"] = PhotoRating(stars: 3, label: "Blue")
    reader.sidecars["1000"] = PhotoRating(stars: 0, label: "")
    reader.sidecars["1001"] = PhotoRating(isPicked: true)
    show(4)
    await load()
    #expect(facts(0)?.rating == 0 && facts(0)?.label == nil)
    #expect(facts(1)?.rating == 3 && facts(1)?.label == "Blue" && facts(1)?.isPicked == true)
  }

  @Test func `the sidecars of added photos are read, and the files of replaced ones again`() async {
    show(2)
    await load()
    reader.sidecars["new"] = PhotoRating(stars: 5)
    reader.files["1000"] = PhotoRating(stars: 2)
    var entries = grid.arrangement.listing.entries
    entries.append(CatalogEntry(Photo(path: ByteString("/p/new"))))
    let first = entries[0]
    entries[0] = CatalogEntry(id: first.id, photo: first.photo.revised())
    let before = loader.requests.count
    grid.show(CatalogSnapshot(entries: entries))
    await load(from: before)
    #expect(facts(2)?.rating == 5)
    #expect(facts(0)?.rating == 2)
    #expect(reader.asked.last == ["1000", "new"])
  }

  @Test func `a sidecar whose name is in another case is read again when it is written`() {
    show(3)
    #expect(facts(1) == nil)
    reader.sidecars["1001"] = PhotoRating(stars: 2)
    var snapshot = CatalogSnapshot(entries: grid.arrangement.listing.entries)
    snapshot.noted[ByteString("/p/1001.XMP")] = 1
    grid.show(snapshot)
    #expect(facts(1)?.rating == 2)
    reader.sidecars["1001"] = nil
    snapshot.noted[ByteString("/p/1001.XMP")] = 2
    grid.show(snapshot)
    #expect(facts(1)?.rating == nil)
  }

  @Test func `a retry reads sidecars and files again`() async {
    reader.sidecars["1000"] = PhotoRating(stars: 2)
    show(2)
    await load()
    reader.sidecars["1000"] = PhotoRating(stars: 3)
    reader.files["1001"] = PhotoRating(stars: 1)
    _ = grid.retryFailures()
    #expect(facts(0)?.rating == 3 && facts(1)?.rating == 1)
  }

  @Test func `another folder has no facts of the previous one`() {
    let folders = ScriptedFolders()
    grid.browse(
      folders.catalog(ByteString("/p/")),
      opening: FolderOpening(workingFolder: ByteString("/home"), catalog: folders.catalog))
    reader.sidecars["1000"] = PhotoRating(stars: 2)
    show(2)
    let id = grid.arrangement[0].id
    #expect(grid.facts[id]?.rating == 2)
    grid.enter(Subfolder(ByteString("a"), in: ByteString("/p/")))
    #expect(grid.facts[id] == nil)
  }

  @Test func `readRatings() reads sidecars and files at once`() async {
    reader.sidecars["1001"] = PhotoRating(label: "Red")
    reader.files["1001"] = PhotoRating(stars: 1)
    show(2)
    let entries = grid.arrangement.listing.entries
    #expect(!grid.facts.knowsRatings(of: entries))
    await grid.facts.readRatings(of: entries)
    #expect(grid.facts.knowsRatings(of: entries))
    #expect(facts(1)?.rating == 1 && facts(1)?.label == "Red")
  }
}

/// Knows the ratings of some photos, by their names.
private final class RatingReader: PhotoFactsReading {
  private let state = Mutex(State())

  private struct State {
    var sidecars: [String: PhotoRating] = [:]
    var files: [String: PhotoRating] = [:]
    var asked: [[String]] = []
  }

  var sidecars: [String: PhotoRating] {
    get { state.withLock(\.sidecars) }
    set { state.withLock { $0.sidecars = newValue } }
  }

  var files: [String: PhotoRating] {
    get { state.withLock(\.files) }
    set { state.withLock { $0.files = newValue } }
  }

  /// The photos of every request to read files.
  var asked: [[String]] { state.withLock(\.asked) }

  func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts] {
    let known = sidecars
    return photos.indices.reduce(into: [:]) { found, place in
      found[place] = known[photos.name(at: place).lossyText].map { SidecarFacts(rating: $0) }
    }
  }

  func fileRatings(of photos: PhotoList, isUrgent: Bool) async -> [Int: PhotoRating] {
    let known = files
    let names = photos.indices.map { photos.name(at: $0).lossyText }
    state.withLock { $0.asked.append(names) }
    return names.enumerated().reduce(into: [:]) { $0[$1.offset] = known[$1.element] }
  }

  func read(
    _ depth: FactsDepth, of photos: PhotoList,
    send: @escaping @MainActor @Sendable (FactsEvent) -> Bool
  ) async {}
}
