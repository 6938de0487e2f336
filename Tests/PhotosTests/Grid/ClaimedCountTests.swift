import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import TestSupport
import Testing

/// The counts of photos that a server gives for its months are claims until the months are read.
@MainActor
@Suite("Months with wrong counts of photos", .timeLimit(.minutes(30)))
struct ClaimedCountTests {
  /// Months that claim one count each and have another.
  private struct ClaimedMonths: EntryPaging {
    var name: String { "server" }
    let claimed: Int
    let real: Int
    let monthCount: Int
    /// The keys of the months that were read, once for every time.
    var growth = Recorder<ByteString>()
    var grows = false

    var pages: [EntryPage] {
      (0..<monthCount).map { number in
        EntryPage(
          key: ByteString("\(number)"), count: claimed,
          month: EntryPage.Month(year: 2024 - number / 12, number: 12 - number % 12))
      }
    }

    func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
      growth.add(page.key)
      let number = Int(page.key.lossyText) ?? 0
      let count = real + (grows ? growth.all.count { $0 == page.key } : 0)
      return (0..<count).map { place in
        var entry = WebPhoto(renditions: [])
        var file = ServedFile(place: ByteString("immich://h/\(number)/\(place).jpg"))
        file.byteCount = (number * 7_919 + place * 31) % 1_009
        file.taken = 1_700_000_000 - number * 2_600_000 - place
        entry.file = file
        return Photo(entry)
      }
    }
  }

  private let loader = ScriptedLoader()
  private let grid: GridViewModel

  init() {
    grid = GridViewModel(
      loader: loader, memory: loader.memory, form: TileForm(symbols: .quadrants, colors: .direct),
      area: CellSize(columns: 90, rows: 20)
    ) {}
  }

  private func show(_ months: ClaimedMonths) async {
    var snapshot = CatalogSnapshot()
    snapshot.paged = PagedEntries(months.pages, order: .latestTaken, from: months)
    grid.show(snapshot)
    await rest()
  }

  private func rest() async {
    await eventually {
      await settleMainActor(turns: 8)
      return grid.status.arranging.work == nil && grid.isAtRest == grid.isAtRest
    }
    await settleMainActor(turns: 8)
  }

  @Test(arguments: [9_999_999, Int.max, 1_000_000_000_000])
  func `reversing the order takes no memory for photos that are only claimed`(claimed: Int) async {
    await show(ClaimedMonths(claimed: claimed, real: 30, monthCount: 5_000))
    let count = grid.status.count
    #expect(count > 1_000_000 && count < Int(Int32.max))
    grid.sort(by: PhotoOrder(.taken))
    #expect(grid.arrangement.position(at: 0) == grid.arrangement.count - 1)
    grid.group(by: .year)
    grid.move(.last)
    #expect(grid.arrangement.position(at: grid.selection.index) == 0)
    grid.mark { marks, arrangement in marks.toggle([arrangement[grid.selection.index].id]) }
    grid.group(by: .none)
    grid.show(only: Filter("marked"))
    #expect(grid.arrangement.count == 1)
    grid.show(only: Filter(""))
    #expect(grid.arrangement.count > 1_000_000)
    await rest()
    #expect(grid.arrangement.indices.contains(grid.selection.index))
  }

  @Test(arguments: [0, 1, 30, 700], [1, 500, 9_999_999])
  func `an order that needs all photos has only those that exist`(
    real: Int, claimed: Int
  ) async throws {
    await show(ClaimedMonths(claimed: claimed, real: real, monthCount: 36))
    grid.sort(by: PhotoOrder(.size))
    grid.group(by: .day)
    await rest()
    await eventually { grid.arrangement.count == 36 * real }
    #expect(grid.status.count == 36 * real)
    #expect(grid.status.listedCount == 36 * real)
    let sizes = grid.arrangement.photoIndices.map { grid.arrangement.position(at: $0) }
    #expect(Set(sizes).count == 36 * real)
  }

  @Test(arguments: [PhotoOrder(.size), PhotoOrder(.name, isReversed: true), PhotoOrder(.taken)])
  func `a selection beyond the last photo that exists stays within the grid`(
    order: PhotoOrder
  ) async {
    await show(ClaimedMonths(claimed: 100_000, real: 20, monthCount: 24))
    grid.move(.last)
    grid.mark { marks, arrangement in
      marks.beginRange(at: arrangement[grid.selection.index].id)
    }
    grid.select(1_234_567)
    grid.scroll(byRows: 1_000)
    grid.sort(by: order)
    await rest()
    for motion in GridMotion.allCases {
      grid.move(motion)
      grid.move(motion, times: 1_000_000)
      await rest()
      #expect(grid.arrangement.isEmpty || grid.arrangement.indices.contains(grid.selection.index))
      _ = grid.visibleCells
      _ = grid.timeScale
      _ = grid.status
      _ = grid.markedPhotos
    }
    grid.show(only: Filter("size:>500"))
    grid.look(for: Filter("'1"), from: grid.selection.id)
    await rest()
    _ = grid.goToMatch(by: 1)
    #expect(grid.arrangement.isEmpty || grid.arrangement.indices.contains(grid.selection.index))
  }

  @Test func `months that change at every reading are not read endlessly`() async {
    let months = ClaimedMonths(claimed: 2_000_000, real: 900, monthCount: 24, grows: true)
    await show(months)
    grid.sort(by: PhotoOrder(.size))
    for _ in 0..<12 {
      await rest()
      grid.move(.last)
      await rest()
      grid.move(.first)
    }
    await rest()
    #expect(months.growth.all.count < 24 * 40)
  }
}
