import Imaging
import Photos
import Testing

@Suite("Contact sheets")
struct ContactSheetTests {
  private static func count(_ word: String, in bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).split(separator: word, omittingEmptySubsequences: false)
      .count - 1
  }

  @Test(arguments: [(1, 2, 2), (4, 24, 1), (4, 25, 2), (20, 300, 1)])
  func `a PDF has as many pages as its photos need`(columns: Int, count: Int, pages: Int) {
    var sheet = SheetPDF(columns: columns)
    for number in 0..<count {
      sheet.add([0xFF], size: PixelSize(width: 30, height: 20), caption: "\(number).jpg")
    }
    let file = sheet.finish()
    #expect(Self.count("/Type /Page ", in: file) == pages)
    #expect(Self.count("/Type /XObject", in: file) == count)
    // “1 / 2” in hexadecimal digits.
    #expect(Self.count("<31202f203\(pages)>", in: file) == 1)
  }

  @Test func `photos of a PDF keep their shape, within their cells`() {
    var sheet = SheetPDF(columns: 1)
    sheet.add([0xFF], size: PixelSize(width: 300, height: 100), caption: "")
    sheet.add([0xFF], size: PixelSize(width: 100, height: 300), caption: "")
    let file = sheet.finish()
    // 523 points wide, in a cell that is 392.25 high.
    #expect(Self.count("q 523.00 0 0 174.33 36.00 522.71 cm", in: file) == 1)
    #expect(Self.count("q 130.75 0 0 392.25 232.13 413.75 cm", in: file) == 1)
  }

  @Test func `names cannot become markup of a web page`() {
    var page = SheetWebPage(columns: 3)
    page.add(
      thumbnail: "thumbnails/0001.jpg", size: PixelSize(width: 3, height: 2),
      photo: "photos/0001.jpg", caption: #"<b onclick="x">&'.jpg"#)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains(#"<a href="photos/0001.jpg"><img src="thumbnails/0001.jpg" width="3""#))
    let caption = "&lt;b onclick=&quot;x&quot;&gt;&amp;&apos;.jpg"
    #expect(text.contains("alt=\"\(caption)\"></a><figcaption>\(caption)</figcaption>"))
    #expect(text.contains("<title>1 photo</title>") && text.contains("repeat(3, 1fr)"))
    #expect(!text.contains("<script") && !text.contains("://"))
  }

  @Test func `a PNG has its photos in rows, and loses rows that stay empty`() {
    var sheet = SheetBitmap(columns: 2, count: 5)
    #expect(sheet.longSide == 928)
    let red = RGB(255, 0, 0)
    let image = Bitmap(size: PixelSize(width: 928, height: 696), filledWith: red)
    for _ in 0..<3 { sheet.add(image, caption: "a&b") }
    #expect(sheet.rows == 0..<2)
    let (drawing, size) = sheet.drawing(ofRow: 1)
    #expect(Self.count(">a&amp;b</text>", in: drawing) == 1)
    sheet.draw(Bitmap(size: size, filledWith: RGB(0, 0, 255)), belowRow: 1)
    let bitmap = sheet.finish()
    #expect(bitmap.size == PixelSize(width: 1920, height: 48 + 2 * 740))
    for (x, y, color) in [
      (24, 24, red), (951, 719, red), (952, 24, RGB(255, 255, 255)), (968, 24, red),
      (24, 720, RGB(255, 255, 255)), (24, 764, red), (968, 764, RGB(255, 255, 255)),
      (24, 1460, RGB(0, 0, 255)),
    ] {
      #expect(bitmap[x, y] == color, "\(x), \(y)")
    }
  }

  @Test(arguments: [(1, 11), (6, 366), (20, 3_880)])
  func `a PNG has room for more photos in more columns`(columns: Int, least: Int) {
    let limit = SheetBitmap.limit(columns: columns)
    #expect(limit >= least)
    let height = SheetBitmap(columns: columns, count: limit).finish().size.height
    #expect(height <= 16_384)
  }
}
