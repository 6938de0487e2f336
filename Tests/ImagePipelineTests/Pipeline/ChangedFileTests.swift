import Base
import Catalogs
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Changed files", .integration, .timeLimit(.minutes(30)))
struct ChangedFileTests {
  private let folder = TemporaryFolder()
  private let loader = FileBitmapLoader(decoder: GatedDecoder())

  /// The second of a file's last change.
  private func second(_ photo: Photo) throws -> Int {
    let path = try #require(photo.path)
    return try #require(FileVersion(path: path.bytes)).changed.seconds
  }

  @Test func `a file counts as changed if written in or after the given second`()
    async throws
  {
    folder.file("a.jpg")
    let photo = Photo(path: folder.entry("a.jpg"))
    let second = try second(photo)
    #expect(await !loader.hasChanged(photo, since: second + 1))
    #expect(await loader.hasChanged(photo, since: second))
    #expect(await loader.hasChanged(photo, since: second - 10))
  }

  @Test func `a missing file counts as changed`() async {
    #expect(await loader.hasChanged(Photo(path: folder.entry("b.jpg")), since: 0))
  }

  @Test func `tiles of changed files are removed from memory, others stay`() async throws {
    for name in ["old.jpg", "new.jpg"] { folder.file(name) }
    let (old, new) = (request("old.jpg"), request("new.jpg"))
    let later = try second(new.photo) + 100
    let memory = ScriptedLoader().memory
    let pipeline = ImagePipeline(
      loaders: BitmapLoaders(loader), cache: memory, width: 1, clock: ManualClock())
    var shown = [old: LoadedTile(picturing: old), new: LoadedTile(picturing: new)]
    shown[old] = LoadedTile(picturing: old, begunAt: later)
    for (request, tile) in shown { memory.store(tile, for: request) }
    #expect(await pipeline.forgetChanged(among: shown) == [new])
    #expect(memory.holds(old) && !memory.holds(new))
  }

  private func request(_ name: String) -> ImageRequest {
    ImageRequest(
      photo: Photo(path: folder.entry(name)), cells: CellSize(columns: 8, rows: 4),
      form: TileForm(symbols: .half, colors: .direct))
  }
}
