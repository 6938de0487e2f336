import Grid
import Imaging
import Testing

@testable import RaceDemo

@Suite("Pictures with numbers")
struct NumberedPicturesTests {
  @Test(arguments: SymbolSet.allCases, [ColorDepth.none, .direct])
  func `every picture can be told by its number`(symbols: SymbolSet, colors: ColorDepth) {
    for size in [CellSize(columns: 17, rows: 4), CellSize(columns: 47, rows: 13)] {
      let pictures = NumberedPictures(
        cells: size, form: TileForm(symbols: symbols, colors: colors))
      for value in 1...RaceStory.photoCount {
        let number = PhotoNumber(value: value)
        let tile = CellContent(pictures.response(to: number)).tile
        #expect(tile.flatMap(pictures.number(in:)) == number)
      }
    }
  }

  @Test func `the number is drawn large, in half blocks`() {
    let pictures = NumberedPictures(
      cells: CellSize(columns: 9, rows: 3), form: TileForm(symbols: .quadrants, colors: .none))
    let tile = CellContent(pictures.response(to: PhotoNumber(value: 7))).tile
    #expect(
      tile?.canvas.description == """
         █▀█ ▀▀█
         █ █   █
         ▀▀▀   ▀
        """)
  }
}
