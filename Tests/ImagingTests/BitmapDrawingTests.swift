import Imaging
import Testing

@Suite("Drawing a bitmap over another")
struct BitmapDrawingTests {
  private static let size = PixelSize(width: 3, height: 2)

  @Test(arguments: [
    (0, 0, ["aa.", "aa."]), (2, 1, ["...", "..a"]), (-1, -1, ["a..", "..."]),
    (3, 0, ["...", "..."]), (0, -2, ["...", "..."]), (-9, 9, ["...", "..."]),
  ])
  func `parts outside are left out`(x: Int, y: Int, rows: [String]) {
    var bitmap = Bitmap(size: Self.size)
    bitmap.draw(
      Bitmap(size: PixelSize(width: 2, height: 2), filledWith: RGB(9, 8, 7)), x: x, y: y)
    for (y, row) in rows.enumerated() {
      for (x, letter) in row.enumerated() {
        #expect(bitmap[x, y] == (letter == "a" ? RGB(9, 8, 7) : RGB(0, 0, 0)))
      }
    }
  }

  @Test func `transparent pixels show what is below`() {
    var bitmap = Bitmap(size: Self.size, filledWith: RGB(255, 255, 255))
    // Premultiplied: invisible, then half of red.
    let ink = Bitmap(size: PixelSize(width: 2, height: 1), bytes: [0, 0, 0, 0, 128, 0, 0, 128])
    bitmap.draw(ink, x: 1, y: 0)
    #expect(bitmap[1, 0] == RGB(255, 255, 255) && bitmap[2, 0] == RGB(255, 127, 127))
    #expect(bitmap.bytes[11] == 255)
  }
}
