import ImagePipeline
import Imaging
import Photos
import Testing

@testable import RaceDemo

@Suite("Numbered tiles")
struct NumberedPicturesTests {
  private static let forms = [
    TileForm(symbols: .ascii, colors: .none), TileForm(symbols: .quadrants, colors: .direct),
    .ofPixels(.rgb), .ofPixels(.sixel),
  ]
  private let cells = CellSize(columns: 17, rows: 4)

  private func content(_ value: Int, of pictures: NumberedPictures) -> CellContent {
    CellContent(pictures.response(to: PhotoNumber(value: value)))
  }

  private func expectNumbers(in pictures: NumberedPictures) {
    for value in 1...RaceStory.photoCount {
      #expect(pictures.number(in: content(value, of: pictures)) == PhotoNumber(value: value))
    }
  }

  @Test(arguments: forms)
  func `every tile is identified by its number, with and without photos`(form: TileForm) async {
    var pictures = NumberedPictures(cells: cells, form: form)
    expectNumbers(in: pictures)
    await pictures.load(InstantLoader.photos, with: InstantLoader())
    expectNumbers(in: pictures)
  }

  @Test(arguments: forms, [1, 5])
  func `equal tiles of the same file have different numbers`(form: TileForm, count: Int) async {
    var pictures = NumberedPictures(cells: cells, form: form)
    await pictures.load(Array(InstantLoader.photos.prefix(count)), with: InstantLoader())
    expectNumbers(in: pictures)
    let (first, again) = (content(1, of: pictures), content(1 + count, of: pictures))
    #expect(first.tile == again.tile)
    #expect(first != again)
  }

  @Test(arguments: forms)
  func `a tile with the provenance of another one has no number`(form: TileForm) async throws {
    var pictures = NumberedPictures(cells: cells, form: form)
    await pictures.load(InstantLoader.photos, with: InstantLoader())
    let (three, seven) = (content(3, of: pictures), content(7, of: pictures))
    let mixed = LoadedTile(
      tile: try #require(three.tile), info: try #require(three.info),
      provenance: try #require(seven.provenance))
    #expect(pictures.number(in: .picture(mixed)) == nil)
    #expect(pictures.number(in: .placeholder) == nil)
  }

  @Test func `the tile of a photo has the pixels that were loaded`() async {
    var pictures = NumberedPictures(cells: cells, form: .ofPixels(.rgb))
    await pictures.load(InstantLoader.photos, with: InstantLoader())
    guard case .pixels(let picture)? = content(7, of: pictures).tile?.content else {
      Issue.record("no pixels")
      return
    }
    #expect(picture.number == PhotoNumber(value: 7))
    #expect(!picture.symbols.description.contains("█"))
  }

  @Test func `the number is drawn large, in half blocks`() {
    var canvas = Canvas(size: CellSize(columns: 9, rows: 3))
    let form = TileForm(symbols: .quadrants, colors: .none)
    LargeNumber(number: PhotoNumber(value: 7), form: form).draw(into: &canvas, canvas.bounds)
    #expect(
      canvas.description == """
         █▀█ ▀▀█
         █ █   █
         ▀▀▀   ▀
        """)
  }

  @Test(arguments: [(7, 3), (7, 2), (6, 3), (2, 1), (1, 1), (40, 12)])
  func `a number is clipped to its area and to the canvas`(columns: Int, rows: Int) {
    let room = Rect(column: 3, row: -1, columns: columns, rows: rows)
    var canvas = Canvas(size: CellSize(columns: 30, rows: 5), filledWith: Glyph("."))
    LargeNumber(number: PhotoNumber(value: 24), form: .ofPixels(.rgb)).draw(into: &canvas, room)
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns
      where !room.contains(CellPoint(column: column, row: row)) {
        #expect(canvas[column, row] == Glyph("."))
      }
    }
  }
}
