import Catalogs
import ImagePipeline
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser
@testable import RaceDemo

@MainActor
@Suite("The demo in pixels", .timeLimit(.minutes(30)))
struct RacePixelTests {
  private let layout = RaceLayout(size: CellSize(columns: 100, rows: 40))

  private func pictures(_ form: TileForm, of photos: [Photo] = InstantLoader.photos) async
    -> NumberedPictures
  {
    var pictures = NumberedPictures(cells: layout.picture.size, form: form)
    await pictures.load(photos, with: InstantLoader())
    return pictures
  }

  private func grid(_ player: RacePlayer, _ side: RaceSideName, _ form: TileForm) -> Frame {
    var frame = Frame(size: layout.size)
    RaceView(player: player, layout: layout, form: form, card: nil, styles: Styles(on: form))
      .drawGrid(of: side, into: &frame)
    return frame
  }

  /// The characters in front of a placed tile.
  private func characters(over placed: PlacedPicture, in frame: Frame) -> Canvas {
    var part = Canvas(size: placed.picture.size)
    part.draw(
      frame.canvas, at: CellPoint(column: -placed.origin.column, row: -placed.origin.row))
    return part
  }

  @Test(arguments: PixelEncoding.allCases)
  func `the number in front of a tile is that of its pixels, even in a wrong cell`(
    encoding: PixelEncoding
  ) async throws {
    let form = TileForm.ofPixels(encoding)
    var player = RacePlayer(
      story: RaceStory(seed: 1), pictures: await pictures(form), allowsMotion: false)
    var wrong: [RaceSideName: Int] = [.left: 0, .right: 0]
    while !player.isAtEnd {
      player.step()
      for side in RaceSideName.allCases {
        let frame = grid(player, side, form)
        for (place, cell) in player.race.grid(side).enumerated() {
          let here = frame.pictures.filter {
            layout.slot(at: place, of: side).contains($0.origin)
          }
          #expect(here.count == (cell.content.tile == nil ? 0 : 1))
          guard let placed = here.first else { continue }
          let number = try #require(placed.picture.number)
          #expect(number == cell.shown)
          var expected = placed.picture.symbols
          LargeNumber(number: number, form: form).draw(into: &expected, expected.bounds)
          #expect(characters(over: placed, in: frame) == expected)
          #expect(expected != placed.picture.symbols)
          wrong[side, default: 0] += number == cell.number ? 0 : 1
        }
      }
    }
    #expect(wrong[.left, default: 0] > 0)
    #expect(wrong[.right] == 0)
  }

  @Test func `with one photo for all numbers the same cells are wrong at the same time`() async {
    let form = TileForm.ofPixels(.rgb)
    let (many, one) = (
      Race(story: RaceStory(seed: 1), pictures: await pictures(form), delivery: .currentGeneration),
      Race(
        story: RaceStory(seed: 1), pictures: await pictures(form, of: [Photo(named: "a")]),
        delivery: .currentGeneration)
    )
    while many.nextTime != nil {
      many.advance()
      one.advance()
      for side in RaceSideName.allCases {
        #expect(many.grid(side).map(\.shown) == one.grid(side).map(\.shown))
        #expect(many.side(side).counters == one.side(side).counters)
      }
    }
    #expect(many.left.counters.hasShownLate)
  }

  @Test func `a character form draws the photos as characters, without pixels`() async {
    let form = TileForm(symbols: .quadrants, colors: .direct)
    let session = RaceSession(form: form, photos: InstantLoader.photos)
    let loading = Task { await session.layer.loadPhotos() }
    await session.waitForPhotos()
    session.playToStop()
    #expect(session.browser.frame().pictures.isEmpty)
    #expect(session.text.contains("ccc"))
    loading.cancel()
  }

  @Test func `a late terminal reply switches to pixels and the story continues`() async {
    let session = RaceSession(
      columns: 100, rows: 40, form: TileForm(symbols: .quadrants, colors: .direct),
      photos: InstantLoader.photos)
    let loading = Task { await session.layer.loadPhotos() }
    await session.waitForPhotos()
    session.playToStop()
    let before = session.text
    session.answer(.ofPixels(.rgb))
    #expect(session.text == before)
    #expect(session.browser.frame().pictures.isEmpty)
    await session.waitForPhotos(times: 2)
    #expect(session.text == before)
    #expect(!session.browser.frame().pictures.isEmpty)
    session.press(" ")
    session.play()
    #expect(session.text.contains("28 of 48 answers came late"))
    loading.cancel()
  }

  @Test func `a new tile form cancels the loads of the previous form`() async {
    let loader = ScriptedLoader()
    let session = RaceSession(
      form: TileForm(symbols: .quadrants, colors: .direct), photos: InstantLoader.photos,
      loader: loader)
    let loading = Task { await session.layer.loadPhotos() }
    let count = RaceStory.photoCount
    await settleMainActor { loader.requests.count == count }
    session.answer(.ofPixels(.rgb))
    loader.complete(0)
    await settleMainActor { loader.requests.count == 2 * count }
    #expect(loader.leftLoads == Set(1..<count))
    for load in count..<2 * count { loader.completeInPixels(load) }
    await session.waitForPhotos()
    #expect(loader.requests.dropFirst(count).allSatisfy { $0.form == .ofPixels(.rgb) })
    loading.cancel()
  }

  @Test(arguments: PixelEncoding.allCases)
  func `a scroll keeps tiles inside the grid, and only RGB tiles stay pixels`(
    encoding: PixelEncoding
  ) async {
    let session = RaceSession(
      columns: 100, rows: 41, form: .ofPixels(encoding), photos: InstantLoader.photos)
    let loading = Task { await session.layer.loadPhotos() }
    await session.waitForPhotos()
    session.playToStop()
    session.press(.down)
    var (steps, moved) = (0, 0)
    while session.browser.layers.wakeInterval != nil {
      let frame = session.browser.frame()
      moved += frame.pictures.count
      expectNoneOutside(layout.grid(of: .left).rows, frame)
      session.browser.handle(.wake)
      steps += 1
    }
    #expect(steps == 7)
    #expect((moved > 0) == (encoding == .rgb))
    loading.cancel()
  }

  /// Expects tiles to be visible in some rows only, and none over another.
  private func expectNoneOutside(_ rows: Range<Int>, _ frame: Frame) {
    for (index, placed) in frame.pictures.enumerated() {
      let shown = placed.frame.intersection(frame.canvas.bounds).rows
      for row in shown where !rows.contains(row) {
        #expect(placed.isCovered(at: CellPoint(column: placed.frame.columns.lowerBound, row: row)))
      }
      for other in frame.pictures.dropFirst(index + 1) {
        #expect(placed.frame.intersection(other.frame).size.area == 0)
      }
    }
  }

  @Test func `only the end card and the numbers cover the pixels of a tile`()
    async
  {
    let session = RaceSession(
      columns: 100, rows: 41, form: .ofPixels(.rgb), photos: InstantLoader.photos)
    let loading = Task { await session.layer.loadPhotos() }
    await session.waitForPhotos()
    session.playToEnd()
    #expect(session.text.contains("The check is three lines"))
    let frame = session.browser.frame()
    #expect(frame.pictures.count == 8)
    #expect(frame.pictures.count { $0.isCovered } == 4)
    for placed in frame.pictures {
      let over = characters(over: placed, in: frame)
      for (row, column) in over.bounds.rows.flatMap({ row in over.bounds.columns.map { (row, $0) } }
      ) {
        let glyph = over[column, row]
        let isCovered = placed.isCovered(
          at: CellPoint(column: placed.origin.column + column, row: placed.origin.row + row))
        let isPicture = glyph == placed.picture.symbols[column, row]
        let isNumber = glyph.background == .palette(232)
        #expect(isCovered != (isPicture || isNumber))
      }
    }
    loading.cancel()
  }
}
